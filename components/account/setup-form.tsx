"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { SetupInput } from "@/lib/auth/account-input";
import type { ActionResult } from "@/lib/http/action-result";
import { NewAccountForm } from "./new-account-form";

interface SetupFormProps {
  setUp: (input: SetupInput, setupToken: string) => Promise<ActionResult<null>>;
  /** Whether this visitor certainly has to enter the token from the console. */
  needsToken: boolean;
  /** From the link that the console printed. */
  givenToken: string;
}

/** Creates the first account of a new studio. */
export function SetupForm({ setUp, needsToken, givenToken }: SetupFormProps) {
  const t = useTranslations("auth.setup");
  const [setupToken, setSetupToken] = useState(givenToken);
  const [asksForToken, setAsksForToken] = useState(needsToken);

  async function create(input: SetupInput): Promise<ActionResult<null>> {
    const result = await setUp(input, setupToken);
    // Whether a proxy is in between shows only when the form is submitted.
    if (!result.ok && result.problem.code === "auth.setup-token") setAsksForToken(true);
    return result;
  }

  return (
    <NewAccountForm create={create} submitLabel={t("submit")} submittingLabel={t("submitting")}>
      {asksForToken ? (
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
