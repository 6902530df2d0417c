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
  const words = {
    title: t("confirmPassword.title"),
    lead: t("confirmPassword.lead"),
    submit: t("confirmPassword.submit"),
    cancel: t("actions.cancel"),
  };
  return <AskPassword send={confirm} onEnd={onEnd} words={words} variant="primary" />;
}

/** A dialog that sends the password and stays open until it was right. */
export function AskPassword({
  send,
  onEnd,
  words,
  variant,
}: {
  send: (input: { password: string }) => Promise<ActionResult<null>>;
  onEnd: (succeeded: boolean) => void;
  words: { title: string; lead: string; submit: string; cancel: string };
  variant: "primary" | "danger";
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
    // React events bubble through the component tree, also out of a dialog.
    event.stopPropagation();
    setPending(true);
    const result = await callAction(() => send({ password }));
    if (result.ok) return onEnd(true);
    setPending(false);
    const [field] = result.problem.fields;
    const { title, action } = await loadErrorText(result.problem.code);
    setError(field ? describeField(field) : `${title} ${action}`);
  }

  return (
    <Dialog
      open
      onClose={() => onEnd(false)}
      title={words.title}
      closeLabel={words.cancel}
      size="small"
      footer={
        <>
          <Button onClick={() => onEnd(false)}>{words.cancel}</Button>
          <Button type="submit" form={formId} variant={variant} pending={pending}>
            {words.submit}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <p className="text-sm text-text-2">{words.lead}</p>
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
