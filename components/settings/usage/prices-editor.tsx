"use client";

import { Plus, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { flushSync } from "react-dom";
import type { FieldError } from "react-hook-form";
import { readServerTime } from "@/components/queries/server-clock";
import { useSchemaForm } from "@/components/form/use-schema-form";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import type { GeneratorModels } from "@/lib/costs/generator-models";
import type { PricesDto, PricesForm } from "@/lib/costs/price-dto";
import { priceUnits } from "@/lib/costs/units";
import type { ActionResult } from "@/lib/http/action-result";
import { SettingsPart } from "../settings-section";
import { ProblemNotice, useAction } from "../use-action";
import { ValidFromField } from "./valid-from-field";

type PriceField = keyof PricesForm["prices"][number];

let lastKey = 0;
const newKey = () => (lastKey += 1);

const loadRules = async () => (await import("@/lib/costs/price-dto")).pricesInputSchema;

/** The table of prices, which an owner edits as a whole. A changed price is valid from when it is saved, or from its day. */
export function PricesEditor({
  prices: known,
  models,
  names,
  save,
}: {
  prices: PricesDto;
  models: GeneratorModels;
  /** Of generators, and of what is sent outside of generations, by ID. */
  names: Readonly<Record<string, string>>;
  save: (input: PricesForm) => Promise<ActionResult<PricesDto>>;
}) {
  const t = useTranslations("settings.usage.prices");
  const common = useTranslations("settings.actions");
  const generators = Object.keys(models);
  const form = useSchemaForm(loadRules, { currency: known.currency, prices: known.prices });
  // useFieldArray would add 1.3 KiB to every page with a form (decision 0012).
  const [keys, setKeys] = useState(() => known.prices.map(newKey));
  const { run, pending, problem } = useAction(save, {
    announce: () => t("saved"),
    onRefused: (refusal) => void form.showFieldProblems(refusal.fields),
  });
  const submit = form.handleSubmit(async (input) => {
    const saved = await run(input);
    // With the times that they are valid from: saving again changes none.
    if (!saved) return;
    form.reset(saved.value);
    setKeys(saved.value.prices.map(newKey));
  });
  const { errors } = form.formState;
  const rows = form.watch("prices");

  /** What costs something else from now on. A day that was chosen for it, and one to come, stays. */
  const renew = (index: number) => {
    const at = form.getValues(`prices.${index}.validFrom`);
    const isSaved = form.formState.defaultValues?.prices?.some((price) => price?.validFrom === at);
    if (at !== undefined && isSaved && Date.parse(at) <= readServerTime()) setValidFrom(index, undefined);
  };
  const changeRows = (next: typeof rows, nextKeys: typeof keys) => {
    form.setValue("prices", next, { shouldDirty: true });
    setKeys(nextKeys);
  };
  const removeRow = (index: number) => {
    changeRows(rows.toSpliced(index, 1), keys.toSpliced(index, 1));
    // The problems of later rows move up with them.
    for (let row = index; row < rows.length; row += 1) {
      const problems = errors.prices?.[row + 1] ?? {};
      form.clearErrors(`prices.${row}`);
      for (const [name, problem] of Object.entries(problems))
        form.setError(`prices.${row}.${name as PriceField}`, problem as FieldError);
    }
  };
  const setValidFrom = (index: number, at: string | undefined) =>
    form.setValue(`prices.${index}.validFrom`, at, { shouldDirty: true });

  return (
    <SettingsPart title={t("title")} lead={t("lead")}>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <ProblemNotice problem={problem} />
        <Field label={t("currency")} hint={t("currencyHint")} error={errors.currency?.message}>
          <Input
            autoComplete="off"
            spellCheck={false}
            className="max-w-28 uppercase"
            {...form.register("currency", {
              setValueAs: (value: string | null) => value?.trim().toUpperCase() || null,
            })}
          />
        </Field>
        {rows.length === 0 ? <p className="text-sm text-text-3">{t("none")}</p> : null}
        {rows.map((row, index) => {
          const problems = errors.prices?.[index];
          const number = index + 1;
          return (
            <fieldset
              key={keys[index]}
              className="grid grid-cols-2 gap-3 rounded-md border p-3.5 sm:grid-cols-4 [&>*:nth-child(-n+3)]:col-span-2"
            >
              <legend className="px-1 text-2xs text-text-3">{t("row", { number })}</legend>
              <Field label={t("generator")} error={problems?.generator?.message}>
                <Select
                  options={generators.map((id) => ({ value: id, label: names[id] ?? id }))}
                  {...form.register(`prices.${index}.generator`, {
                    onChange: ({ target }: { target: { value: string } }) => {
                      form.setValue(`prices.${index}.model`, models[target.value]![0]!);
                      renew(index);
                    },
                  })}
                />
              </Field>
              <Field label={t("model")} error={problems?.model?.message}>
                <Select
                  options={(models[row.generator] ?? []).map((model) => ({ value: model, label: model }))}
                  {...form.register(`prices.${index}.model`, { onChange: () => renew(index) })}
                />
              </Field>
              <Field label={t("amount")} error={problems?.amount?.message}>
                <Input
                  inputMode="decimal"
                  autoComplete="off"
                  {...form.register(`prices.${index}.amount`, { onChange: () => renew(index) })}
                />
              </Field>
              <Field label={t("per")} error={problems?.per?.message}>
                <Input
                  type="number"
                  {...form.register(`prices.${index}.per`, {
                    valueAsNumber: true,
                    onChange: () => renew(index),
                  })}
                />
              </Field>
              <Field label={t("unit")} error={problems?.unit?.message}>
                <Select
                  options={priceUnits.map((unit) => ({ value: unit, label: t(`units.${unit}`) }))}
                  {...form.register(`prices.${index}.unit`, { onChange: () => renew(index) })}
                />
              </Field>
              <ValidFromField
                at={row.validFrom}
                onChange={(at) => setValidFrom(index, at)}
                error={problems?.validFrom?.message}
              />
              <Button
                variant="ghost"
                size="small"
                className="col-span-full justify-self-end"
                aria-label={t("remove", { number })}
                onClick={() => removeRow(index)}
              >
                <Trash2 aria-hidden />
                {t("removeShort")}
              </Button>
            </fieldset>
          );
        })}
        <div className="flex flex-wrap gap-2">
          <Button
            variant="outline"
            onClick={() => {
              const last = rows.at(-1);
              const generator = last?.generator ?? generators[0]!;
              const added = {
                generator,
                model: last?.model ?? models[generator]![0]!,
                unit: "request",
                amount: "",
                per: 1,
              } as const;
              flushSync(() => changeRows([...rows, added], [...keys, newKey()]));
              form.setFocus(`prices.${rows.length}.generator`);
            }}
          >
            <Plus aria-hidden />
            {t("add")}
          </Button>
          <Button type="submit" variant="primary" pending={pending}>
            {common("save")}
          </Button>
        </div>
      </form>
    </SettingsPart>
  );
}
