"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useSchemaForm } from "@/components/form/use-schema-form";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { showToast } from "@/components/ui/toast";
import { type ChangeNameInput, changeNameInputSchema } from "@/lib/auth/account-input";
import type { ActionResult } from "@/lib/http/action-result";
import { ProblemNotice } from "./problem-notice";
import { useAction } from "./use-action";

/** How the person is called. */
export function NameForm({
  name,
  change,
}: {
  name: string;
  change: (input: ChangeNameInput) => Promise<ActionResult<null>>;
}) {
  const t = useTranslations("settings");
  const router = useRouter();
  const form = useSchemaForm(changeNameInputSchema, { name });
  const { run, pending, problem } = useAction(change, {
    onRefused: ({ fields }) => void form.showFieldProblems(fields),
  });

  const submit = form.handleSubmit(async (input) => {
    if (!(await run(input))) return;
    form.reset(input);
    showToast({ tone: "plain", title: t("actions.saved") });
    router.refresh();
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
