"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useSchemaForm } from "@/components/form/use-schema-form";
import { Button } from "@/components/ui/button";
import { FetchedPart } from "@/components/ui/fetched-part";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { useEarlyPress } from "@/components/ui/use-early-press";
import { type AccountProblem, AccountProblemNotice, openAfresh, signInWithPassword } from "./sign-in";
import { useLoadErrorText } from "@/lib/i18n/use-error-text";
import { PasswordInput } from "@/components/form/password-input";

const loadRules = async () => (await import("@/lib/auth/account-input")).signInInputSchema;
const loadCodeStep = () => import("./code-step");

/** Email and password, and then a code where the person has a second factor. Opens `nextPath` as a new document. */
export function SignInForm({ nextPath }: { nextPath: string }) {
  const t = useTranslations("auth");
  const loadErrorText = useLoadErrorText();
  const form = useSchemaForm(loadRules, { email: "", password: "" });
  const [problem, setProblem] = useState<AccountProblem | null>(null);
  const [credentials, setCredentials] = useState<{ email: string; password: string } | null>(null);
  const earlyPress = useEarlyPress("sign in");
  const { errors, isSubmitting, isSubmitSuccessful } = form.formState;
  const pending = isSubmitting || (isSubmitSuccessful && !problem);

  const submit = form.handleSubmit(async ({ email, password }) => {
    const input = { email, password };
    setProblem(null);
    const refused = await signInWithPassword(input);
    if (!refused) return openAfresh(nextPath);
    if (refused.code === "auth.code-required") return setCredentials(input);
    await loadErrorText(refused.code);
    setProblem(refused);
    form.setFocus("password");
  });

  function goBack(refused: AccountProblem | null): void {
    setCredentials(null);
    setProblem(refused);
    form.reset({ email: credentials?.email ?? "", password: "" });
  }

  const passwordStep = (
    <form noValidate method="post" onSubmit={(event) => void submit(event)} className="grid gap-5">
      <Field label={t("fields.email")} error={errors.email?.message}>
        <Input type="email" autoComplete="username" autoFocus {...form.register("email")} />
      </Field>
      <Field label={t("fields.password")} error={errors.password?.message}>
        <PasswordInput autoComplete="current-password" {...form.register("password")} />
      </Field>
      {problem ? <AccountProblemNotice problem={problem} /> : null}
      <Button type="submit" variant="primary" size="large" pending={pending} {...earlyPress}>
        {pending ? t("signIn.submitting") : t("signIn.submit")}
      </Button>
    </form>
  );
  if (!credentials) return passwordStep;
  return (
    <FetchedPart
      load={loadCodeStep}
      props={{ credentials, nextPath, onBack: goBack }}
      fallback={passwordStep}
    />
  );
}
