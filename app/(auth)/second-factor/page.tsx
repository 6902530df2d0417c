import type { Metadata } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { confirmPasswordAction } from "@/app/(studio)/settings/actions";
import { addPasskeyAction, startAddingPasskeyAction } from "@/app/(studio)/settings/account/passkey-actions";
import {
  enableSecondFactorAction,
  startSecondFactorAction,
} from "@/app/(studio)/settings/account/second-factor-actions";
import { AccountHeading } from "@/components/account/account-page";
import { PasswordConfirmation } from "@/components/settings/password-confirmation";
import { RequiredSetUp } from "@/components/settings/second-factor/required-set-up";
import { toLocalPath } from "@/lib/auth/local-path";
import { findPasskeyAdvice } from "@/lib/auth/passkey-site.server";
import { findSessionActor } from "@/lib/auth/session-actor.server";
import { PageMessages } from "@/lib/i18n/page-messages";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("auth.requiredFactor"))("title") };
}

/** Where people without a second factor are led if the studio requires one. */
export default async function SecondFactorPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const nextPath = toLocalPath((await searchParams).next);
  const actor = await findSessionActor();
  if (!actor) redirect("/sign-in");
  if (!actor.mustSetUpSecondFactor) redirect(nextPath);
  const t = await getTranslations("auth.requiredFactor");
  return (
    <PageMessages
      namespaces={[
        "settings.actions",
        "settings.confirmPassword",
        "settings.account.currentPassword",
        "settings.account.signOut",
        "settings.account.secondFactor",
        "settings.account.passkeys.addInstead",
      ]}
    >
      <AccountHeading title={t("title")}>{t("lead")}</AccountHeading>
      <PasswordConfirmation confirm={confirmPasswordAction}>
        <RequiredSetUp
          nextPath={nextPath}
          start={startSecondFactorAction}
          enable={enableSecondFactorAction}
          passkeys={
            findPasskeyAdvice(await headers())
              ? null
              : { start: startAddingPasskeyAction, add: addPasskeyAction }
          }
        />
      </PasswordConfirmation>
    </PageMessages>
  );
}
