"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { SetupInput } from "@/lib/auth/account-input";
import type { ActionResult } from "@/lib/http/action-result";
import { NewAccountForm } from "./new-account-form";

export interface SetupFormProps {
  setUp: (input: SetupInput, setupToken: string) => Promise<ActionResult<null>>;
  /** Whether this visit has to prove itself with the token of the console. */
  needsToken: boolean;
  /** From the address that the console printed. */
  givenToken: string;
}

/** The first account of a new studio. */
export function SetupForm({ setUp, needsToken, givenToken }: SetupFormProps) {
  const t = useTranslations("auth.setup");
  const [setupToken, setSetupToken] = useState(givenToken);
  return (
    <NewAccountForm
      create={(input) => setUp(input, setupToken)}
      submitLabel={t("submit")}
      submittingLabel={t("submitting")}
    >
      {needsToken ? (
        <Field label={t("token")} hint={t("tokenHint")}>
          <Input
            className="font-mono"
            autoComplete="off"
            spellCheck={false}
            value={setupToken}
            onChange={(event) => setSetupToken(event.currentTarget.value)}
          />
        </Field>
      ) : null}
    </NewAccountForm>
  );
}
