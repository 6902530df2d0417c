import { getTranslations } from "next-intl/server";
import { ConnectionForm } from "@/components/settings/connection-form";
import { SettingsHeading } from "@/components/settings/settings-section";
import { requireSessionActor } from "@/lib/auth/session-actor.server";
import { findConnectionSummary } from "@/lib/connections/get-connection-summary.server";
import { PageMessages } from "@/lib/i18n/page-messages";
import { removeConnectionAction, saveConnectionAction, testConnectionAction } from "./actions";

export default async function ConnectionPage() {
  const actor = await requireSessionActor();
  const [connection, t] = await Promise.all([
    findConnectionSummary(actor.userId),
    getTranslations("settings.connection"),
  ]);
  return (
    <PageMessages namespaces={["settings.connection", "validation.connection"]}>
      <SettingsHeading title={t("title")}>{t("lead")}</SettingsHeading>
      <ConnectionForm
        connection={connection}
        save={saveConnectionAction}
        test={testConnectionAction}
        remove={removeConnectionAction}
      />
    </PageMessages>
  );
}
