import { getTranslations } from "next-intl/server";
import { NotificationSettings } from "@/components/settings/notification-settings";
import { SettingsHeading } from "@/components/settings/settings-section";
import { requireSessionActor } from "@/lib/auth/session-actor.server";
import { getDatabase } from "@/lib/db/database.server";
import { PageMessages } from "@/lib/i18n/page-messages";
import { getNoticePreferences } from "@/lib/notices/notice-preferences.server";

/** Whether and of what the person is notified. */
export default async function NotificationsPage() {
  const actor = await requireSessionActor();
  const [preferences, t] = await Promise.all([
    getNoticePreferences(getDatabase(), actor.userId),
    getTranslations("settings.notifications"),
  ]);
  return (
    <PageMessages namespaces={["settings.notifications"]}>
      <SettingsHeading title={t("title")}>{t("lead")}</SettingsHeading>
      <NotificationSettings preferences={preferences} />
    </PageMessages>
  );
}
