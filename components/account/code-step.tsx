"use client";

import { useTranslations } from "next-intl";
import { type MouseEvent, useState } from "react";
import { useSchemaForm } from "@/components/form/use-schema-form";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { useLoadErrorText } from "@/lib/i18n/use-error-text";
import { type AccountProblem, AccountProblemNotice, openAfresh, signInWithPassword } from "./sign-in";

const loadRules = async () => (await import("@/lib/auth/account-input")).codeInputSchema;

/** An empty field shows its error when it is left, which would move a button away between the halves of its press. */
const keepFocus = (event: MouseEvent) => event.preventDefault();

/** The second step of a sign-in: a code of the app, or a recovery code. Lazily loaded, hence the default export. */
export default function CodeStep({
  credentials,
  nextPath,
  onBack,
}: {
  credentials: { email: string; password: string };
  nextPath: string;
  /** To the first step, where its credentials are no longer right. */
  onBack: (problem: AccountProblem | null) => void;
}) {
  const t = useTranslations("auth");
  const loadErrorText = useLoadErrorText();
  const form = useSchemaForm(loadRules, { code: "" });
  const [kind, setKind] = useState<"app" | "recovery">("app");
  const [problem, setProblem] = useState<AccountProblem | null>(null);
  const { errors, isSubmitting, isSubmitSuccessful } = form.formState;
  const pending = isSubmitting || (isSubmitSuccessful && !problem);

  const submit = form.handleSubmit(async ({ code }) => {
    setProblem(null);
    const refused = await signInWithPassword({ ...credentials, code });
    if (!refused) return openAfresh(nextPath);
    if (refused.code === "auth.wrong-credentials") return onBack(refused);
    await loadErrorText(refused.code);
    setProblem(refused);
    form.setFocus("code", { shouldSelect: true });
  });

  return (
    <form noValidate method="post" onSubmit={(event) => void submit(event)} className="grid gap-5">
      <p className="text-sm text-text-2">{t(`code.lead.${kind}`)}</p>
      <Field label={t(`code.label.${kind}`)} error={errors.code?.message}>
        <Input
          key={kind}
          className="font-mono"
          inputMode={kind === "app" ? "numeric" : "text"}
          autoComplete={kind === "app" ? "one-time-code" : "off"}
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          {...form.register("code")}
        />
      </Field>
      {problem ? <AccountProblemNotice problem={problem} /> : null}
      <Button type="submit" variant="primary" size="large" pending={pending}>
        {pending ? t("signIn.submitting") : t("signIn.submit")}
      </Button>
      <div className="flex flex-wrap justify-between gap-2">
        <Button variant="ghost" onMouseDown={keepFocus} onClick={() => onBack(null)}>
          {t("code.back")}
        </Button>
        <Button
          variant="ghost"
          onMouseDown={keepFocus}
          onClick={() => {
            setKind(kind === "app" ? "recovery" : "app");
            form.reset();
          }}
        >
          {t(kind === "app" ? "code.useRecovery" : "code.useApp")}
        </Button>
      </div>
    </form>
  );
}
