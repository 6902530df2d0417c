import { getTranslations } from "next-intl/server";
import { SettingsHeading } from "@/components/settings/settings-section";
import { WebhookList } from "@/components/settings/webhooks/webhook-list";
import { requireSessionActor } from "@/lib/auth/session-actor.server";
import { getDatabase } from "@/lib/db/database.server";
import { PageMessages } from "@/lib/i18n/page-messages";
import { listWebhooks } from "@/lib/webhooks/webhooks.server";
import { createWebhookAction } from "./actions";

export default async function WebhooksPage() {
  const actor = await requireSessionActor();
  const [{ webhooks }, t] = await Promise.all([
    listWebhooks(getDatabase(), actor.userId),
    getTranslations("settings.webhooks"),
  ]);
  return (
    <PageMessages namespaces={["settings.webhooks", "validation.webhook", "validation.connection"]}>
      <SettingsHeading title={t("title")}>{t("lead")}</SettingsHeading>
      <WebhookList webhooks={webhooks} create={createWebhookAction} />
    </PageMessages>
  );
}
