import { headers } from "next/headers";
import { userAgentFromString } from "next/server";
import { getTranslations } from "next-intl/server";
import { ClearTextWarning } from "@/components/account/clear-text-warning.server";
import {
  AppearanceChoice,
  NameForm,
  PasswordForm,
  SignOutPart,
} from "@/components/settings/account-settings";
import { ExportPart } from "@/components/settings/export-account";
import { IdentityPart } from "@/components/settings/identity-part";
import { PasskeyPart } from "@/components/settings/passkeys/passkey-part";
import { SecondFactorPart } from "@/components/settings/second-factor/second-factor-part";
import { RemoveAccountPart } from "@/components/settings/remove-account";
import { SessionList } from "@/components/settings/session-list";
import { SettingsHeading } from "@/components/settings/settings-section";
import { listIdentities } from "@/lib/auth/identities.server";
import { getIdentityProviderName, identityProviderId } from "@/lib/auth/identity-provider.server";
import { findPasskeyAdvice } from "@/lib/auth/passkey-site.server";
import { listPasskeys } from "@/lib/auth/passkeys.server";
import { findSecondFactor } from "@/lib/auth/second-factor.server";
import { requireSessionActor } from "@/lib/auth/session-actor.server";
import { readSignInError } from "@/lib/auth/sign-in-error";
import { listSessions } from "@/lib/auth/sessions.server";
import { PageMessages } from "@/lib/i18n/page-messages";
import {
  changeNameAction,
  changePasswordAction,
  endOtherSessionsAction,
  endSessionAction,
  prepareExportAction,
  removeOwnAccountAction,
} from "./actions";
import { unlinkIdentityAction } from "./identity-actions";
import {
  addPasskeyAction,
  removePasskeyAction,
  renamePasskeyAction,
  startAddingPasskeyAction,
} from "./passkey-actions";
import {
  disableSecondFactorAction,
  enableSecondFactorAction,
  renewRecoveryCodesAction,
  startSecondFactorAction,
} from "./second-factor-actions";

const secondFactorActions = {
  start: startSecondFactorAction,
  enable: enableSecondFactorAction,
  renew: renewRecoveryCodesAction,
  disable: disableSecondFactorAction,
};

const passkeyActions = {
  start: startAddingPasskeyAction,
  add: addPasskeyAction,
  rename: renamePasskeyAction,
  remove: removePasskeyAction,
};

export default async function AccountPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const refused = readSignInError((await searchParams).error);
  const providerName = getIdentityProviderName();
  const actor = await requireSessionActor();
  const [sessions, passkeys, identities, secondFactor, t] = await Promise.all([
    listSessions(actor.userId, actor.credentialId),
    listPasskeys(actor.userId),
    listIdentities(actor.userId),
    findSecondFactor(actor.userId),
    getTranslations("settings.account"),
  ]);
  const shownSessions = sessions.map(({ userAgent, ...session }) => {
    const { browser, os } = userAgentFromString(userAgent ?? undefined);
    return { ...session, browser: browser.name ?? null, system: os.name ?? null };
  });
  return (
    <PageMessages namespaces={refused ? ["settings.account", `errors.${refused}`] : ["settings.account"]}>
      <SettingsHeading title={t("title")}>{t("lead", { email: actor.email })}</SettingsHeading>
      <NameForm name={actor.name} change={changeNameAction} />
      <ClearTextWarning />
      <PasswordForm email={actor.email} change={changePasswordAction} />
      <PasskeyPart passkeys={passkeys} advice={findPasskeyAdvice(await headers())} actions={passkeyActions} />
      <SecondFactorPart factor={secondFactor} actions={secondFactorActions} />
      {providerName || identities.length > 0 ? (
        <IdentityPart
          identities={identities}
          provider={providerName ? { id: identityProviderId, name: providerName } : null}
          email={actor.email}
          refused={refused}
          unlink={unlinkIdentityAction}
        />
      ) : null}
      <SessionList sessions={shownSessions} end={endSessionAction} endOthers={endOtherSessionsAction} />
      <AppearanceChoice />
      <SignOutPart />
      <ExportPart prepare={prepareExportAction} />
      <RemoveAccountPart remove={removeOwnAccountAction} />
    </PageMessages>
  );
}
