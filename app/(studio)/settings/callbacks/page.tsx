import { getTranslations } from "next-intl/server";
import { CallbackDoctor } from "@/components/settings/callback-doctor";
import { SettingsHeading } from "@/components/settings/settings-section";
import { requireSessionActor } from "@/lib/auth/session-actor.server";
import { getOwnCallbackStatus } from "@/lib/callbacks/get-callback-status.server";
import { PageMessages } from "@/lib/i18n/page-messages";
import { getLiveMark } from "@/server/pages/live-mark.server";

export default async function CallbacksPage() {
  const actor = await requireSessionActor();
  // Read before the data: the browser reloads it if it changed in between.
  await getLiveMark(actor.userId);
  const [status, t] = await Promise.all([getOwnCallbackStatus(actor.userId), getTranslations("callbacks")]);
  return (
    <>
      <SettingsHeading title={t("title")}>{t("lead")}</SettingsHeading>
      <PageMessages namespaces={["callbacks"]}>
        <CallbackDoctor initial={status} isOwner={actor.role === "owner"} />
      </PageMessages>
    </>
  );
}
