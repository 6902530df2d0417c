import { getTranslations } from "next-intl/server";
import { SettingsHeading } from "@/components/settings/settings-section";
import { TokenList, TokenForm } from "@/components/settings/tokens";
import { listApiTokens } from "@/lib/auth/api-tokens.server";
import { requireSessionActor } from "@/lib/auth/session-actor.server";
import { PageMessages } from "@/lib/i18n/page-messages";
import { createTokenAction, revokeTokenAction } from "./actions";

export default async function TokensPage() {
  const actor = await requireSessionActor();
  const [tokens, t] = await Promise.all([listApiTokens(actor.userId), getTranslations("settings.tokens")]);
  return (
    <PageMessages namespaces={["settings.tokens"]}>
      <SettingsHeading title={t("title")}>{t("lead")}</SettingsHeading>
      <TokenForm create={createTokenAction} />
      <TokenList tokens={tokens} revoke={revokeTokenAction} />
    </PageMessages>
  );
}
