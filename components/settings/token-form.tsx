"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useSchemaForm } from "@/components/form/use-schema-form";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { type ApiTokenInput, apiTokenInputSchema } from "@/lib/auth/api-token";
import type { ActionResult } from "@/lib/http/action-result";
import { ProblemNotice } from "./problem-notice";
import { ShownOnce } from "./shown-once";
import { useAction } from "./use-action";

const lifetimesInDays = [7, 30, 90, 365];

/** Makes a personal token and shows it once. */
export function TokenForm({
  create,
}: {
  create: (input: ApiTokenInput) => Promise<ActionResult<{ token: string }>>;
}) {
  const t = useTranslations("settings.tokens");
  const router = useRouter();
  const form = useSchemaForm(apiTokenInputSchema, { name: "" });
  const [token, setToken] = useState<string | null>(null);
  const { run, pending, problem } = useAction(create, {
    onRefused: ({ fields }) => void form.showFieldProblems(fields),
  });

  const submit = form.handleSubmit(async (input) => {
    setToken(null);
    const made = await run(input);
    if (!made) return;
    setToken(made.value.token);
    form.reset();
    router.refresh();
  });

  return (
    <div className="grid gap-5">
      <form
        noValidate
        onSubmit={(event) => void submit(event)}
        className="grid items-start gap-x-3 gap-y-5 sm:grid-cols-[minmax(0,1fr)_11rem_auto]"
      >
        <Field label={t("name")} hint={t("nameHint")} error={form.formState.errors.name?.message}>
          <Input autoComplete="off" {...form.register("name")} />
        </Field>
        <Field label={t("expires")}>
          <Select
            {...form.register("expiresInDays", {
              setValueAs: (value) => (value ? Number(value) : undefined),
            })}
            options={[
              { value: "", label: t("never") },
              ...lifetimesInDays.map((days) => ({ value: String(days), label: t("days", { days }) })),
            ]}
          />
        </Field>
        <Button type="submit" variant="primary" pending={pending} className="h-9.5 sm:mt-6.5">
          {pending ? t("creating") : t("create")}
        </Button>
      </form>
      <ProblemNotice problem={problem} />
      {token ? (
        <ShownOnce title={t("readyTitle")} lead={t("readyLead")} label={t("tokenLabel")} text={token} />
      ) : null}
    </div>
  );
}
