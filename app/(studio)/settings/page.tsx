import { redirect } from "next/navigation";

/** The settings open at the connection. */
export default function SettingsPage() {
  redirect("/settings/connection");
}
