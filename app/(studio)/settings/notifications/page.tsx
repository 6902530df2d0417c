import { getTranslations } from "next-intl/server";
import { userAgentFromString } from "next/server";
import { LazyPushDevices } from "@/components/settings/lazy-push-devices";
import { NotificationSettings } from "@/components/settings/notification-settings";
import { SettingsHeading, SettingsPart } from "@/components/settings/settings-section";
import { requireSessionActor } from "@/lib/auth/session-actor.server";
import { getDatabase } from "@/lib/db/database.server";
import { PageMessages } from "@/lib/i18n/page-messages";
import { getNoticePreferences } from "@/lib/notices/notice-preferences.server";
import { getPushStatus } from "@/lib/notices/push-subscriptions.server";

/** Whether and of what the person is notified. */
export default async function NotificationsPage() {
  const actor = await requireSessionActor();
  const [preferences, { publicKey, subscriptions }, t] = await Promise.all([
    getNoticePreferences(getDatabase(), actor.userId),
    getPushStatus(getDatabase(), actor),
    getTranslations("settings.notifications"),
  ]);
  const devices = subscriptions.map(({ userAgent, ...device }) => {
    const { browser, os } = userAgentFromString(userAgent ?? undefined);
    return { ...device, browser: browser.name ?? null, system: os.name ?? null };
  });
  return (
    <PageMessages namespaces={["settings.notifications"]}>
      <SettingsHeading title={t("title")}>{t("lead")}</SettingsHeading>
      <NotificationSettings preferences={preferences} />
      <SettingsPart title={t("push.title")} lead={t("push.lead")}>
        <LazyPushDevices publicKey={publicKey} devices={devices} />
      </SettingsPart>
    </PageMessages>
  );
}
