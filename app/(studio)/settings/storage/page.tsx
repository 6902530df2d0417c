import { getTranslations } from "next-intl/server";
import { SettingsHeading } from "@/components/settings/settings-section";
import { StorageTable, StudioStorageFacts } from "@/components/settings/storage-table";
import { requireSessionActor } from "@/lib/auth/session-actor.server";
import { getStudioStorage, listStorageUsage } from "@/lib/media/get-storage-usage.server";

export default async function StoragePage() {
  const actor = await requireSessionActor();
  const [usage, studio, t] = await Promise.all([
    listStorageUsage(actor.userId),
    actor.role === "owner" ? getStudioStorage() : null,
    getTranslations("settings.storage"),
  ]);
  return (
    <>
      <SettingsHeading title={t("title")}>{t("lead")}</SettingsHeading>
      <StorageTable usage={usage} />
      {studio ? <StudioStorageFacts storage={studio} /> : null}
    </>
  );
}
