"use client";

import { useTranslations } from "next-intl";
import { useId, useState, type FormEvent } from "react";
import { PasswordInput } from "@/components/form/password-input";
import { useFieldProblemText } from "@/components/form/use-schema-form";
import { callAction } from "@/components/queries/call-action";
import { signOutAndLeave } from "@/components/shell/account-menu";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import type { RemoveAccountInput } from "@/lib/auth/account-input";
import type { ActionResult } from "@/lib/http/action-result";
import { useLoadErrorText } from "@/lib/i18n/use-error-text";

/** Asks for the password and removes the account. Lazily loaded, hence the default export. */
export default function RemoveAccountDialog({
  remove,
  onEnd,
}: {
  remove: (input: RemoveAccountInput) => Promise<ActionResult<null>>;
  onEnd: () => void;
}) {
  const t = useTranslations("settings.account");
  const describeField = useFieldProblemText();
  const loadErrorText = useLoadErrorText();
  const formId = useId();
  const [password, setPassword] = useState("");
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string | null>(null);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setPending(true);
    const result = await callAction(() => remove({ password }));
    if (result.ok) return signOutAndLeave();
    setPending(false);
    const [field] = result.problem.fields;
    const { title, action } = await loadErrorText(result.problem.code);
    setError(field ? describeField(field) : `${title} ${action}`);
  }

  return (
    <Dialog
      open
      onClose={onEnd}
      title={t("removal.removeTitle")}
      closeLabel={t("removal.removeCancel")}
      size="small"
      footer={
        <>
          <Button onClick={onEnd}>{t("removal.removeCancel")}</Button>
          <Button type="submit" form={formId} variant="danger" pending={pending}>
            {t("removal.removeConfirm")}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <p className="text-sm text-text-2">{t("removal.removeBody")}</p>
        <Field label={t("currentPassword")} error={error}>
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
