"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { showToast } from "@/components/ui/toast";
import type { CodeInput } from "@/lib/auth/account-input";
import type { ActionResult } from "@/lib/http/action-result";
import { ProblemNotice } from "../use-action";
import { RecoveryCodes } from "./recovery-codes";
import { useCodeForm } from "./use-code-form";

/** Asks for a code, with which it renews the recovery codes and shows them, or turns the second factor off. */
export default function CodeDialog({
  purpose,
  renew,
  disable,
  onEnd,
}: {
  purpose: "renew" | "disable";
  renew: (input: CodeInput) => Promise<ActionResult<string[]>>;
  disable: (input: CodeInput) => Promise<ActionResult<null>>;
  onEnd: () => void;
}) {
  const t = useTranslations("settings.account.secondFactor");
  const common = useTranslations("settings.actions");
  const formId = useId();
  const [codes, setCodes] = useState<string[] | null>(null);
  const { form, submit, pending, problem, error } = useCodeForm<string[] | null>(
    purpose === "renew" ? renew : disable,
    (renewed) => {
      if (renewed) return setCodes(renewed);
      showToast({ tone: "plain", title: t("turnedOff") });
      onEnd();
    },
  );
  return (
    <Dialog
      open
      onClose={onEnd}
      title={t(`${purpose}Title`)}
      closeLabel={codes ? t("done") : common("cancel")}
      size={codes ? "medium" : "small"}
      footer={
        codes ? (
          <Button variant="primary" onClick={onEnd}>
            {t("done")}
          </Button>
        ) : (
          <>
            <Button onClick={onEnd}>{common("cancel")}</Button>
            <Button
              type="submit"
              form={formId}
              variant={purpose === "disable" ? "danger" : "primary"}
              pending={pending}
            >
              {t(purpose === "disable" ? "turnOff" : "renew")}
            </Button>
          </>
        )
      }
    >
      {codes ? (
        <RecoveryCodes codes={codes} lead={t("renewedLead")} />
      ) : (
        <form id={formId} noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
          <p className="text-sm text-text-2">{t(`${purpose}Lead`)}</p>
          <Field label={t("code")} hint={t("codeHint")} error={error}>
            <Input
              className="font-mono"
              autoComplete="one-time-code"
              autoCapitalize="none"
              spellCheck={false}
              data-autofocus=""
              {...form.register("code")}
            />
          </Field>
          <ProblemNotice problem={problem} />
        </form>
      )}
    </Dialog>
  );
}
