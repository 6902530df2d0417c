"use client";

import { LogOut } from "lucide-react";
import { useTranslations, useLocale } from "next-intl";
import { useState } from "react";
import { PasswordInput } from "@/components/form/password-input";
import { useSchemaForm } from "@/components/form/use-schema-form";
import { signOutAndLeave } from "@/components/shell/sign-out";
import { useChooseLocale, useTheme } from "@/components/shell/use-appearance";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { themes } from "@/lib/appearance/themes";
import type { ChangeNameInput, ChangePasswordInput } from "@/lib/auth/account-input";
import type { ActionResult } from "@/lib/http/action-result";
import { localeNames, locales } from "@/lib/i18n/locales";
import { ProblemNotice, useAction } from "./use-action";
import { SettingsPart } from "./settings-section";

const loadNameRules = async () => (await import("@/lib/auth/account-input")).changeNameInputSchema;
const loadPasswordRules = async () => (await import("@/lib/auth/account-input")).changePasswordInputSchema;

/** Changes the person's name. */
export function NameForm({
  name,
  change,
}: {
  name: string;
  change: (input: ChangeNameInput) => Promise<ActionResult<null>>;
}) {
  const t = useTranslations("settings");
  const form = useSchemaForm(loadNameRules, { name });
  const { run, pending, problem } = useAction(change, {
    onRefused: ({ fields }) => void form.showFieldProblems(fields),
    announce: () => t("actions.saved"),
  });
  const submit = form.handleSubmit(async (input) => {
    if (await run(input)) form.reset(input);
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <Field
        label={t("account.name")}
        hint={t("account.nameHint")}
        error={form.formState.errors.name?.message}
      >
        <Input autoComplete="name" {...form.register("name")} />
      </Field>
      <ProblemNotice problem={problem} />
      <Button
        type="submit"
        pending={pending}
        disabled={!form.formState.isDirty}
        className="justify-self-start"
      >
        {pending ? t("actions.saving") : t("actions.save")}
      </Button>
    </form>
  );
}

/** Changes the password. Every other session and every token ends. */
export function PasswordForm({
  email,
  change,
}: {
  /** For password managers. */
  email: string;
  change: (input: ChangePasswordInput) => Promise<ActionResult<{ sessions: number; tokens: number }>>;
}) {
  const t = useTranslations("settings.account");
  const form = useSchemaForm(loadPasswordRules, { currentPassword: "", newPassword: "" });
  const { errors } = form.formState;
  const { run, pending, problem, setProblem } = useAction(change, {
    onRefused: ({ fields }) => {
      if (form.showFieldProblems(fields)) setProblem(null);
    },
    announce: (ended) => t("changed", ended),
  });
  const submit = form.handleSubmit(async (input) => {
    if (await run(input)) form.reset();
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

/** Theme and language of this browser. */
export function AppearanceChoice() {
  const t = useTranslations("settings.account");
  const [theme, chooseTheme] = useTheme();
  const locale = useLocale();
  const chooseLocale = useChooseLocale();
  return (
    <SettingsPart title={t("appearance")}>
      <div className="flex flex-wrap gap-x-10 gap-y-5">
        <Field as="group" label={t("theme")}>
          <SegmentedControl
            options={themes.map((value) => ({ value, label: t(`themes.${value}`) }))}
            value={theme}
            onValueChange={chooseTheme}
          />
        </Field>
        <Field as="group" label={t("language")}>
          <SegmentedControl
            options={locales.map((value) => ({ value, label: localeNames[value] }))}
            value={locale}
            onValueChange={chooseLocale}
          />
        </Field>
      </div>
    </SettingsPart>
  );
}

/** Ends this session. On a phone, the only place to sign out. */
export function SignOutPart() {
  const t = useTranslations("settings.account");
  const [pending, setPending] = useState(false);
  return (
    <div className="mt-8 border-t pt-6">
      <Button
        pending={pending}
        onClick={() => {
          setPending(true);
          void signOutAndLeave();
        }}
      >
        <LogOut aria-hidden />
        {t("signOut")}
      </Button>
    </div>
  );
}
