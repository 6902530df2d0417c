import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { startPasskeySignInAction } from "@/app/(auth)/actions";
import { AccountHeading } from "@/components/account/account-page";
import { OtherSignIns } from "@/components/account/other-sign-ins";
import { SignInForm } from "@/components/account/sign-in-form";
import { getIdentityProviderName, identityProviderId } from "@/lib/auth/identity-provider.server";
import { toLocalPath } from "@/lib/auth/local-path";
import { isPasskeySignInOffered } from "@/lib/auth/passkeys.server";
import { findSessionActor } from "@/lib/auth/session-actor.server";
import { isSetupOpen } from "@/lib/auth/set-up-owner.server";
import { readSignInError } from "@/lib/auth/sign-in-error";
import { PageMessages } from "@/lib/i18n/page-messages";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("auth.signIn"))("title") };
}

export default async function SignInPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  if (await isSetupOpen()) redirect("/setup");
  const { next, error } = await searchParams;
  const nextPath = toLocalPath(next);
  const refused = readSignInError(error);
  // Somebody who is signed in already can only have tried to link an account of the provider.
  if (await findSessionActor()) redirect(refused ? `/settings/account?error=${refused}` : nextPath);
  const providerName = getIdentityProviderName();
  const offersPasskeys = await isPasskeySignInOffered();
  const t = await getTranslations("auth.signIn");
  return (
    <>
      <AccountHeading title={t("title")} />
      {providerName || offersPasskeys ? (
        <PageMessages namespaces={refused ? [`errors.${refused}`] : []}>
          <OtherSignIns
            provider={providerName ? { id: identityProviderId, name: providerName } : null}
            startPasskey={offersPasskeys ? startPasskeySignInAction : null}
            nextPath={nextPath}
            refused={refused}
          />
        </PageMessages>
      ) : null}
      <SignInForm nextPath={nextPath} />
    </>
  );
}
