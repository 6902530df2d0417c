import { getTranslations } from "next-intl/server";
import { headers } from "next/headers";
import { SettingsHeading } from "@/components/settings/settings-section";
import { TokenList, TokenForm } from "@/components/settings/tokens";
import { listApiTokens } from "@/lib/auth/api-tokens.server";
import { getRequestOrigin } from "@/lib/auth/request-origin.server";
import { requireSessionActor } from "@/lib/auth/session-actor.server";
import { PageMessages } from "@/lib/i18n/page-messages";
import { createTokenAction, revokeTokenAction } from "./actions";

export default async function TokensPage() {
  const actor = await requireSessionActor();
  const [tokens, origin, t] = await Promise.all([
    listApiTokens(actor.userId),
    headers().then(getRequestOrigin),
    getTranslations("settings.tokens"),
  ]);
  const address = () => <code className="break-all">{new URL("/api/mcp", origin).href}</code>;
  return (
    <PageMessages namespaces={["settings.tokens"]}>
      <SettingsHeading title={t("title")}>{t.rich("lead", { address })}</SettingsHeading>
      <TokenForm create={createTokenAction} />
      <TokenList tokens={tokens} revoke={revokeTokenAction} />
    </PageMessages>
  );
}
