"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import type { CodeInput } from "@/lib/auth/account-input";
import type { AppKey } from "@/lib/auth/second-factor";
import type { ActionResult } from "@/lib/http/action-result";
import { RecoveryCodes } from "./recovery-codes";
import { SetUpForm } from "./set-up-form";
import { useCodeForm } from "./use-code-form";

/** Shows the key for an app, turns the second factor on with its first code, and shows the recovery codes. */
export default function SetUpDialog({
  appKey,
  enable,
  onEnd,
}: {
  appKey: AppKey;
  enable: (input: CodeInput) => Promise<ActionResult<string[]>>;
  onEnd: () => void;
}) {
  const t = useTranslations("settings.account.secondFactor");
  const common = useTranslations("settings.actions");
  const formId = useId();
  const [codes, setCodes] = useState<string[] | null>(null);
  const codeForm = useCodeForm(enable, setCodes);
  return (
    <Dialog
      open
      onClose={onEnd}
      title={codes ? t("isOn") : t("setUp")}
      closeLabel={codes ? t("done") : common("cancel")}
      footer={
        codes ? (
          <Button variant="primary" onClick={onEnd}>
            {t("done")}
          </Button>
        ) : (
          <>
            <Button onClick={onEnd}>{common("cancel")}</Button>
            <Button type="submit" form={formId} variant="primary" pending={codeForm.pending}>
              {t("turnOn")}
            </Button>
          </>
        )
      }
    >
      {codes ? (
        <RecoveryCodes codes={codes} lead={t("codesLead")} />
      ) : (
        <SetUpForm appKey={appKey} codeForm={codeForm} formId={formId} />
      )}
    </Dialog>
  );
}
