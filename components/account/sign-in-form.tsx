"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useSchemaForm } from "@/components/form/use-schema-form";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { type AccountProblem, AccountProblemNotice, openAfresh, signInWithPassword } from "./sign-in";
import { PasswordInput } from "@/components/form/password-input";

const loadRules = async () => (await import("@/lib/auth/account-input")).signInInputSchema;

/** Email and password. Opens `nextPath` as a new document. */
export function SignInForm({ nextPath }: { nextPath: string }) {
  const t = useTranslations("auth");
  const form = useSchemaForm(loadRules, { email: "", password: "" });
  const [problem, setProblem] = useState<AccountProblem | null>(null);
  const { errors, isSubmitting, isSubmitSuccessful } = form.formState;
  const pending = isSubmitting || (isSubmitSuccessful && !problem);

  const submit = form.handleSubmit(async (input) => {
    setProblem(null);
    const refused = await signInWithPassword(input);
    if (!refused) return openAfresh(nextPath);
    setProblem(refused);
    form.setFocus("password");
  });

  return (
    <form noValidate method="post" onSubmit={(event) => void submit(event)} className="grid gap-5">
      <Field label={t("fields.email")} error={errors.email?.message}>
        <Input type="email" autoComplete="username" autoFocus {...form.register("email")} />
      </Field>
      <Field label={t("fields.password")} error={errors.password?.message}>
        <PasswordInput autoComplete="current-password" {...form.register("password")} />
      </Field>
      {problem ? <AccountProblemNotice problem={problem} /> : null}
      <Button type="submit" variant="primary" size="large" pending={pending}>
        {pending ? t("signIn.submitting") : t("signIn.submit")}
      </Button>
    </form>
  );
}
