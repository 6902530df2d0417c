"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import { useSchemaForm } from "@/components/form/use-schema-form";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { RenamePasskeyInput } from "@/lib/auth/account-input";
import type { PasskeySummary } from "@/lib/auth/passkey-input";
import type { ActionResult } from "@/lib/http/action-result";
import { ProblemNotice, useAction } from "../use-action";

const loadRules = async () => (await import("@/lib/auth/account-input")).renamePasskeyInputSchema;

/** Asks for a new name of a passkey. Lazily loaded, hence the default export. */
export default function RenamePasskeyDialog({
  passkey,
  rename,
  onEnd,
}: {
  passkey: PasskeySummary;
  rename: (id: string, input: RenamePasskeyInput) => Promise<ActionResult<null>>;
  onEnd: () => void;
}) {
  const t = useTranslations("settings.account.passkeys");
  const common = useTranslations("settings.actions");
  const formId = useId();
  const form = useSchemaForm(loadRules, { name: passkey.name });
  const { run, pending, problem } = useAction(rename, {
    announce: () => t("renamed"),
    onRefused: ({ fields }) => void form.showFieldProblems(fields),
  });
  const submit = form.handleSubmit(async (input, event) => {
    // React events bubble through the component tree, also out of a dialog.
    event?.stopPropagation();
    if (await run(passkey.id, input)) onEnd();
  });
  return (
    <Dialog
      open
      onClose={onEnd}
      title={t("renameTitle")}
      closeLabel={common("cancel")}
      size="small"
      footer={
        <>
          <Button onClick={onEnd}>{common("cancel")}</Button>
          <Button type="submit" form={formId} variant="primary" pending={pending}>
            {common("save")}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <Field label={t("name")} hint={t("nameHint")} error={form.formState.errors.name?.message}>
          <Input autoComplete="off" data-autofocus="" {...form.register("name")} />
        </Field>
        <ProblemNotice problem={problem} />
      </form>
    </Dialog>
  );
}
