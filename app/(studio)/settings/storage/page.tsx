import { getTranslations } from "next-intl/server";
import { OwnQuotas } from "@/components/settings/quota-text";
import { SettingsHeading } from "@/components/settings/settings-section";
import { StorageTable, StudioStorageFacts } from "@/components/settings/storage-table";
import { requireSessionActor } from "@/lib/auth/session-actor.server";
import { getStudioStorage, listStorageUsage } from "@/lib/media/get-storage-usage.server";
import { PageMessages } from "@/lib/i18n/page-messages";
import { findOwnQuotas } from "@/server/members.server";

export default async function StoragePage() {
  const actor = await requireSessionActor();
  const [usage, studio, quotas, t] = await Promise.all([
    listStorageUsage(actor.userId),
    actor.role === "owner" ? getStudioStorage() : null,
    findOwnQuotas(actor.userId),
    getTranslations("settings.storage"),
  ]);
  return (
    <PageMessages namespaces={["settings.storage", "settings.quotas"]}>
      <SettingsHeading title={t("title")}>{t("lead")}</SettingsHeading>
      <StorageTable usage={usage} />
      <OwnQuotas shown={quotas} />
      {studio ? <StudioStorageFacts storage={studio} /> : null}
    </PageMessages>
  );
}
