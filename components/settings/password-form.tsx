"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { PasswordInput } from "@/components/form/password-input";
import { useSchemaForm } from "@/components/form/use-schema-form";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { showToast } from "@/components/ui/toast";
import { type ChangePasswordInput, changePasswordInputSchema } from "@/lib/auth/account-input";
import type { ActionResult } from "@/lib/http/action-result";
import { ProblemNotice } from "./problem-notice";
import { SettingsPart } from "./settings-section";
import { useAction } from "./use-action";

/** A new password against the current one; every other session ends. */
export function PasswordForm({
  email,
  change,
}: {
  /** Tells a password manager whose password this is. */
  email: string;
  change: (input: ChangePasswordInput) => Promise<ActionResult<{ ended: number }>>;
}) {
  const t = useTranslations("settings.account");
  const router = useRouter();
  const form = useSchemaForm(changePasswordInputSchema, { currentPassword: "", newPassword: "" });
  const { errors } = form.formState;
  const { run, pending, problem, setProblem } = useAction(change, {
    onRefused: ({ fields }) => {
      if (form.showFieldProblems(fields)) setProblem(null);
    },
  });

  const submit = form.handleSubmit(async (input) => {
    const changed = await run(input);
    if (!changed) return;
    form.reset();
    showToast({ tone: "plain", title: t("changed", { ended: changed.value.ended }) });
    router.refresh();
  });

  return (
    <SettingsPart title={t("password")}>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        <Field label={t("currentPassword")} error={errors.currentPassword?.message}>
          <PasswordInput autoComplete="current-password" {...form.register("currentPassword")} />
        </Field>
        <Field label={t("newPassword")} hint={t("newPasswordHint")} error={errors.newPassword?.message}>
          <PasswordInput autoComplete="new-password" {...form.register("newPassword")} />
        </Field>
        <ProblemNotice problem={problem} />
        <Button type="submit" pending={pending} className="justify-self-start">
          {pending ? t("changing") : t("changePassword")}
        </Button>
      </form>
    </SettingsPart>
  );
}
