"use client";

import { useTranslations } from "next-intl";
import { useSchemaForm } from "@/components/form/use-schema-form";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { BudgetsDto, BudgetsInput } from "@/lib/costs/budget-dto";
import type { ActionResult } from "@/lib/http/action-result";
import { useUnits } from "@/lib/i18n/units";
import { SettingsPart } from "../settings-section";
import { ProblemNotice, useAction } from "../use-action";

const loadRules = async () => (await import("@/lib/costs/budget-dto")).budgetsInputSchema;

const toLimit = (value: string | null) => (value === null || value.trim() === "" ? null : value.trim());

/** The budgets of the studio and of each member. */
export function BudgetsEditor({
  budgets: { currency, budgets },
  members,
  sandbox,
  save,
}: {
  budgets: BudgetsDto & { currency: string };
  members: readonly { id: string; name: string }[];
  /** Shows what the sandbox took instead of the service. */
  sandbox: boolean;
  save: (input: BudgetsInput) => Promise<ActionResult<BudgetsDto>>;
}) {
  const t = useTranslations("settings.usage.budgets");
  const common = useTranslations("settings.actions");
  const units = useUnits();
  const payers = [{ id: null, name: t("studio") }, ...members];
  const known = (id: string | null) => budgets.find(({ memberId }) => memberId === id);
  const form = useSchemaForm(loadRules, {
    budgets: payers.map(({ id }) => ({
      memberId: id,
      soft: known(id)?.soft ?? null,
      hard: known(id)?.hard ?? null,
    })),
  });
  const { run, pending, problem } = useAction(save, {
    announce: () => t("saved"),
    onRefused: ({ fields }) => void form.showFieldProblems(fields),
  });
  const submit = form.handleSubmit(async (input) => {
    await run({ budgets: input.budgets.filter(({ soft, hard }) => soft !== null || hard !== null) });
  });
  const { errors } = form.formState;
  const describeSpent = (amount: string) =>
    amount === "0"
      ? t(sandbox ? "nothingInSandbox" : "nothing")
      : t(sandbox ? "spentInSandbox" : "spent", { amount: units.costs([{ currency, amount }]) });
  return (
    <SettingsPart title={t("title")} lead={t("lead")}>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <ProblemNotice problem={problem} />
        {payers.map(({ id, name }, index) => {
          const budget = known(id);
          return (
            <fieldset key={id ?? "studio"} className="grid grid-cols-2 gap-3 border-b pb-4">
              <legend className="col-span-2 mb-2 flex w-full flex-wrap justify-between gap-x-4 text-sm font-medium">
                {name}
                {budget ? (
                  <span className="font-normal text-text-3">
                    {describeSpent(sandbox ? budget.sandboxSpent : budget.spent)}
                  </span>
                ) : null}
              </legend>
              <Field label={t("soft")} error={errors.budgets?.[index]?.soft?.message}>
                <Input
                  inputMode="decimal"
                  autoComplete="off"
                  trailing={currency}
                  {...form.register(`budgets.${index}.soft`, { setValueAs: toLimit })}
                />
              </Field>
              <Field label={t("hard")} error={errors.budgets?.[index]?.hard?.message}>
                <Input
                  inputMode="decimal"
                  autoComplete="off"
                  trailing={currency}
                  {...form.register(`budgets.${index}.hard`, { setValueAs: toLimit })}
                />
              </Field>
            </fieldset>
          );
        })}
        <Button type="submit" variant="primary" pending={pending} className="justify-self-start">
          {common("save")}
        </Button>
      </form>
    </SettingsPart>
  );
}
