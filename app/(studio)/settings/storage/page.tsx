import { getTranslations } from "next-intl/server";
import { OwnQuotas } from "@/components/settings/quota-text";
import { SettingsHeading } from "@/components/settings/settings-section";
import { LargestItems } from "@/components/settings/storage/largest-items";
import { StorageLinks } from "@/components/settings/storage/storage-links";
import { StorageMonths } from "@/components/settings/storage/storage-months";
import { StorageOverview } from "@/components/settings/storage/storage-overview";
import { StudioStorage } from "@/components/settings/storage/studio-storage";
import { requireSessionActor } from "@/lib/auth/session-actor.server";
import { getStudioStorage } from "@/lib/media/get-storage-usage.server";
import { findOwnQuotas } from "@/server/members.server";
import { loadStorage } from "@/server/pages/load-storage.server";

export default async function StoragePage({
  searchParams,
}: {
  searchParams: Promise<{ cursor?: string | string[] }>;
}) {
  const actor = await requireSessionActor();
  const { cursor } = await searchParams;
  const [{ usage, trash, largest, isFirst }, studio, quotas, t] = await Promise.all([
    loadStorage(actor.userId, [cursor].flat()[0]),
    actor.role === "owner" ? getStudioStorage() : null,
    findOwnQuotas(actor.userId),
    getTranslations("settings.storage"),
  ]);
  return (
    <>
      <SettingsHeading title={t("title")}>{t("lead")}</SettingsHeading>
      <StorageOverview usage={usage} />
      <OwnQuotas shown={quotas} />
      <StorageLinks usage={usage} trash={trash} />
      <StorageMonths months={usage.months} />
      <LargestItems page={largest} isFirst={isFirst} />
      {studio ? <StudioStorage storage={studio} /> : null}
    </>
  );
}
