"use client";

import { useTranslations } from "next-intl";
import { useId, useState, type FormEvent } from "react";
import { PasswordInput } from "@/components/form/password-input";
import { useFieldProblemText } from "@/components/form/use-schema-form";
import { callAction } from "@/components/queries/call-action";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import type { ActionResult } from "@/lib/http/action-result";
import { useLoadErrorText } from "@/lib/i18n/use-error-text";

/** Asks for the password of the current session. */
export default function PasswordDialog({
  confirm,
  onEnd,
}: {
  confirm: (input: { password: string }) => Promise<ActionResult<null>>;
  onEnd: (confirmed: boolean) => void;
}) {
  const t = useTranslations("settings");
  const describeField = useFieldProblemText();
  const loadErrorText = useLoadErrorText();
  const formId = useId();
  const [password, setPassword] = useState("");
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string | null>(null);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    // React events bubble through the component tree, also out of a dialog.
    event.stopPropagation();
    setPending(true);
    const result = await callAction(() => confirm({ password }));
    setPending(false);
    if (result.ok) return onEnd(true);
    const [field] = result.problem.fields;
    const { title, action } = await loadErrorText(result.problem.code);
    setError(field ? describeField(field) : `${title} ${action}`);
  }

  return (
    <Dialog
      open
      onClose={() => onEnd(false)}
      title={t("confirmPassword.title")}
      closeLabel={t("actions.cancel")}
      size="small"
      footer={
        <>
          <Button onClick={() => onEnd(false)}>{t("actions.cancel")}</Button>
          <Button type="submit" form={formId} variant="primary" pending={pending}>
            {t("confirmPassword.submit")}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <p className="text-sm text-text-2">{t("confirmPassword.lead")}</p>
        <Field label={t("account.currentPassword")} error={error}>
          <PasswordInput
            autoComplete="current-password"
            data-autofocus=""
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
        </Field>
      </form>
    </Dialog>
  );
}
