import { redirect } from "next/navigation";
import { requireSessionActor } from "@/lib/auth/session-actor.server";

/** The settings open at the connection. */
export default async function SettingsPage() {
  await requireSessionActor();
  redirect("/settings/connection");
}
