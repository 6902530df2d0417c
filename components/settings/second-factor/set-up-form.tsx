"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { AppKey } from "@/lib/auth/second-factor";
import { ProblemNotice } from "../use-action";
import { AppKeyView } from "./app-key";
import type { useCodeForm } from "./use-code-form";

/** The key for an app, and the field of its first code. */
export function SetUpForm({
  appKey,
  codeForm: { form, submit, error, problem },
  formId,
  children,
}: {
  appKey: AppKey;
  codeForm: ReturnType<typeof useCodeForm>;
  formId: string;
  /** Its button, where it isn't elsewhere. */
  children?: ReactNode;
}) {
  const t = useTranslations("settings.account.secondFactor");
  return (
    <form id={formId} noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <AppKeyView appKey={appKey} />
      <Field label={t("firstCode")} hint={t("firstCodeHint")} error={error}>
        <Input
          className="font-mono"
          inputMode="numeric"
          autoComplete="one-time-code"
          {...form.register("code")}
        />
      </Field>
      <ProblemNotice problem={problem} />
      {children}
    </form>
  );
}
