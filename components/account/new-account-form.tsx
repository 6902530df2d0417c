"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { callAction } from "@/components/queries/call-action";
import { useSchemaForm } from "@/components/form/use-schema-form";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { useEarlyPress } from "@/components/ui/use-early-press";
import type { SetupInput } from "@/lib/auth/account-input";
import type { ActionResult } from "@/lib/http/action-result";
import { type AccountProblem, AccountProblemNotice, openAfresh, signInWithPassword } from "./sign-in";
import { PasswordInput } from "@/components/form/password-input";

interface NewAccountFormProps {
  create: (input: SetupInput) => Promise<ActionResult<null>>;
  submitLabel: string;
  submittingLabel: string;
  /** The email that the invitation is bound to. */
  boundEmail?: string | undefined;
  /** Further fields, below the password. */
  children?: ReactNode;
}

const loadRules = async () => (await import("@/lib/auth/account-input")).setupInputSchema;

/** Name, email and a new password. Signs in with them once the account exists. */
export function NewAccountForm({
  create,
  submitLabel,
  submittingLabel,
  boundEmail,
  children,
}: NewAccountFormProps) {
  const t = useTranslations("auth.fields");
  const form = useSchemaForm(loadRules, { name: "", email: boundEmail ?? "", password: "" });
  const [problem, setProblem] = useState<AccountProblem | null>(null);
  const earlyPress = useEarlyPress("create account");
  const { errors, isSubmitting, isSubmitSuccessful } = form.formState;
  const pending = isSubmitting || (isSubmitSuccessful && !problem);

  const submit = form.handleSubmit(async (input) => {
    setProblem(null);
    const result = await callAction(() => create(input));
    if (!result.ok) {
      const { code, fields } = result.problem;
      const shown = form.showFieldProblems(fields);
      return setProblem(shown ? null : { code });
    }
    const refused = await signInWithPassword(input);
    if (refused) return setProblem(refused);
    openAfresh("/");
  });

  return (
    <form noValidate method="post" onSubmit={(event) => void submit(event)} className="grid gap-5">
      <Field label={t("name")} hint={t("nameHint")} error={errors.name?.message}>
        <Input autoComplete="name" autoFocus {...form.register("name")} />
      </Field>
      <Field label={t("email")} error={errors.email?.message}>
        <Input
          type="email"
          autoComplete="username"
          readOnly={Boolean(boundEmail)}
          {...form.register("email")}
        />
      </Field>
      <Field label={t("password")} hint={t("newPasswordHint")} error={errors.password?.message}>
        <PasswordInput autoComplete="new-password" {...form.register("password")} />
      </Field>
      {children}
      {problem ? <AccountProblemNotice problem={problem} /> : null}
      <Button type="submit" variant="primary" size="large" pending={pending} {...earlyPress}>
        {pending ? submittingLabel : submitLabel}
      </Button>
    </form>
  );
}
