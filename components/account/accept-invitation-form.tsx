"use client";

import { useTranslations } from "next-intl";
import type { AcceptInvitationInput } from "@/lib/auth/account-input";
import type { ActionResult } from "@/lib/http/action-result";
import { NewAccountForm } from "./new-account-form";

interface AcceptInvitationFormProps {
  token: string;
  boundEmail: string | undefined;
  accept: (token: string, input: AcceptInvitationInput) => Promise<ActionResult<null>>;
}

/** Creates the account of an invited person. */
export function AcceptInvitationForm({ token, boundEmail, accept }: AcceptInvitationFormProps) {
  const t = useTranslations("auth.invitation");
  return (
    <NewAccountForm
      create={(input) => accept(token, input)}
      submitLabel={t("submit")}
      submittingLabel={t("submitting")}
      boundEmail={boundEmail}
    />
  );
}
