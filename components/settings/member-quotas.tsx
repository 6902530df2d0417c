"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import { useSchemaForm } from "@/components/form/use-schema-form";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { QuotasForm } from "@/lib/auth/account-input";
import type { ActionResult } from "@/lib/http/action-result";
import type { ShownQuotas } from "./quota-text";
import { ProblemNotice, useAction } from "./use-action";

const loadRules = async () => (await import("@/lib/auth/account-input")).quotasFormSchema;

const toNumber = (value: unknown) => (value === "" || value === null ? null : Number(value));

/** Sets the quotas of a person; mounted while it is open. */
export function QuotasDialog({
  member,
  save,
  onClose,
}: {
  member: ShownQuotas & { id: string; name: string };
  save: (memberId: string, input: QuotasForm) => Promise<ActionResult<null>>;
  onClose: () => void;
}) {
  const t = useTranslations("settings.quotas");
  const common = useTranslations("settings.actions");
  const formId = useId();
  const { diskBytes, queueLength } = member.quotas;
  const form = useSchemaForm(loadRules, {
    diskGigabytes: diskBytes === null ? null : diskBytes / 1e9,
    queueLength,
  });
  const { run, pending, problem } = useAction(save, {
    announce: () => t("saved", { name: member.name }),
    onRefused: ({ fields }) => void form.showFieldProblems(fields),
  });
  const submit = form.handleSubmit(async (input) => {
    if (await run(member.id, input)) onClose();
  });
  const { errors } = form.formState;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("title", { name: member.name })}
      closeLabel={common("cancel")}
      size="small"
      footer={
        <>
          <Button onClick={onClose}>{common("cancel")}</Button>
          <Button type="submit" form={formId} variant="primary" pending={pending}>
            {common("save")}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <ProblemNotice problem={problem} />
        <Field label={t("disk")} hint={t("hint")} error={errors.diskGigabytes?.message}>
          <Input
            type="number"
            inputMode="decimal"
            step="any"
            trailing="GB"
            {...form.register("diskGigabytes", { setValueAs: toNumber })}
          />
        </Field>
        <Field label={t("queue")} hint={t("hint")} error={errors.queueLength?.message}>
          <Input type="number" {...form.register("queueLength", { setValueAs: toNumber })} />
        </Field>
      </form>
    </Dialog>
  );
}
