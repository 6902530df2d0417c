"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { signOutAndLeave } from "@/components/shell/sign-out";
import { Button } from "@/components/ui/button";
import type { CodeInput } from "@/lib/auth/account-input";
import type { AppKey } from "@/lib/auth/second-factor";
import type { ActionResult } from "@/lib/http/action-result";
import { type AddPasskeyActions, useAddPasskey } from "../passkeys/use-add-passkey";
import { ProblemNotice, useAction } from "../use-action";
import { RecoveryCodes } from "./recovery-codes";
import { SetUpForm } from "./set-up-form";
import { useCodeForm } from "./use-code-form";

/** Sets up the second factor that the studio requires, then opens `nextPath`. */
export function RequiredSetUp({
  nextPath,
  start,
  enable,
  passkeys,
}: {
  nextPath: string;
  start: () => Promise<ActionResult<AppKey>>;
  enable: (input: CodeInput) => Promise<ActionResult<string[]>>;
  /** Null where passkeys don't work. */
  passkeys: AddPasskeyActions | null;
}) {
  const t = useTranslations("settings.account");
  const formId = useId();
  const [appKey, setAppKey] = useState<AppKey | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const codeForm = useCodeForm(enable, setCodes);
  const { run, pending, problem } = useAction(start);

  if (codes) {
    return (
      <div className="grid gap-5">
        <RecoveryCodes codes={codes} lead={t("secondFactor.codesLead")} />
        <Button variant="primary" size="large" onClick={() => window.location.assign(nextPath)}>
          {t("secondFactor.continue")}
        </Button>
      </div>
    );
  }
  return (
    <div className="grid gap-5">
      {appKey ? (
        <SetUpForm appKey={appKey} codeForm={codeForm} formId={formId}>
          <Button type="submit" variant="primary" size="large" pending={codeForm.pending}>
            {t("secondFactor.turnOn")}
          </Button>
        </SetUpForm>
      ) : (
        <>
          <ProblemNotice problem={problem} />
          <Button
            variant="primary"
            size="large"
            pending={pending}
            onClick={() => void run().then((started) => started && setAppKey(started.value))}
          >
            {t("secondFactor.setUp")}
          </Button>
          {passkeys ? <AddPasskeyInstead actions={passkeys} nextPath={nextPath} /> : null}
        </>
      )}
      <Button variant="ghost" onClick={() => void signOutAndLeave()}>
        {t("signOut")}
      </Button>
    </div>
  );
}

function AddPasskeyInstead({ actions, nextPath }: { actions: AddPasskeyActions; nextPath: string }) {
  const t = useTranslations("settings.account.passkeys");
  const { add, pending, problem } = useAddPasskey(actions, {
    onAdded: () => window.location.assign(nextPath),
  });
  return (
    <>
      <ProblemNotice problem={problem} />
      <Button size="large" pending={pending} onClick={() => void add()}>
        {t("addInstead")}
      </Button>
    </>
  );
}
