import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { SettingsHeading } from "@/components/settings/settings-section";
import { FailuresPart } from "@/components/settings/status/failures-part";
import { QueuePart } from "@/components/settings/status/queue-part";
import { RatesPart } from "@/components/settings/status/rates-part";
import { RefreshPage } from "@/components/settings/status/refresh-page";
import { StatusNotices } from "@/components/settings/status/status-notices";
import { StorePart } from "@/components/settings/status/store-part";
import { WhatIsNew } from "@/components/settings/status/what-is-new";
import { WorkersPart } from "@/components/settings/status/workers-part";
import { requireSessionActor } from "@/lib/auth/session-actor.server";
import { listReleases } from "@/lib/status/version.server";
import { getGeneratorFacts } from "@/server/pages/generator-facts.server";
import { loadStatus } from "@/server/pages/load-status.server";

export default async function StatusPage() {
  const actor = await requireSessionActor();
  if (actor.role !== "owner") notFound();
  const [status, facts, t] = await Promise.all([
    loadStatus(),
    getGeneratorFacts(),
    getTranslations("status"),
  ]);
  const names = Object.fromEntries(facts.map(({ id, name }) => [id, name]));
  return (
    <>
      <SettingsHeading title={t("title")}>{t("lead")}</SettingsHeading>
      <RefreshPage />
      <StatusNotices status={status} />
      <QueuePart queue={status.queue} names={names} />
      <WorkersPart workers={status.workers} />
      <FailuresPart failures={status.failures} names={names} />
      <RatesPart windows={status.windows} />
      <StorePart store={status.store} database={status.database} />
      <WhatIsNew releases={listReleases()} />
    </>
  );
}
