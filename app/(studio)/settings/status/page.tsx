import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { SettingsHeading } from "@/components/settings/settings-section";
import { WhatIsNew } from "@/components/settings/status/what-is-new";
import { requireSessionActor } from "@/lib/auth/session-actor.server";
import { listReleases } from "@/lib/status/version.server";

export default async function StatusPage() {
  const actor = await requireSessionActor();
  if (actor.role !== "owner") notFound();
  const t = await getTranslations("status");
  return (
    <>
      <SettingsHeading title={t("title")}>{t("lead")}</SettingsHeading>
      <WhatIsNew releases={listReleases()} />
    </>
  );
}
