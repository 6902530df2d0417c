import { redirect } from "next/navigation";

/** The settings open at what everything else depends on. */
export default function SettingsPage() {
  redirect("/settings/connection");
}
