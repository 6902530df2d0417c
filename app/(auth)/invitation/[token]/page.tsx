import type { Metadata } from "next";
import { Link } from "@/components/ui/link";
import { getTranslations } from "next-intl/server";
import { AccountHeading } from "@/components/account/account-page";
import { NewAccountForm } from "@/components/account/new-account-form";
import { buttonVariants } from "@/components/ui/button";
import { findOpenInvitation } from "@/lib/auth/invitations.server";
import { acceptInvitationAction } from "../../actions";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("auth.invitation"))("title") };
}

export default async function InvitationPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const invitation = await findOpenInvitation(token);
  const t = await getTranslations("auth.invitation");
  if (!invitation) {
    return (
      <>
        <AccountHeading title={t("invalidTitle")}>{t("invalidLead")}</AccountHeading>
        <Link href="/sign-in" className={buttonVariants({ size: "large" })}>
          {t("toSignIn")}
        </Link>
      </>
    );
  }
  return (
    <>
      <AccountHeading title={t("title")}>
        {t("lead", { role: invitation.role, until: invitation.expiresAt })}
      </AccountHeading>
      <NewAccountForm
        create={acceptInvitationAction.bind(null, token)}
        submitLabel={t("submit")}
        submittingLabel={t("submitting")}
        boundEmail={invitation.email ?? undefined}
      />
    </>
  );
}
