import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { useFieldWords } from "@/components/takes/use-field-words";
import { listParked, settleTies, type ParkedValues, type Ties } from "./field-ties";

/**
 * Fields that exclude each other: `changeTied` changes some, parks values that no longer fit, and restores those that fit
 * again. `nameParked` names the fields that one field parked, undefined if there are none.
 *
 * @param form the result of `useGeneratorForm`
 * @param start values parked when the form was filled
 */
export function useTiedFields<Form extends object, Of extends Ties>(
  generator: string,
  form: { values: Form; readNow: () => Form; setChanged: (next: Form) => void },
  ties: Of,
  start: ParkedValues<Of>,
) {
  const t = useTranslations("form.parked");
  const words = useFieldWords(generator);
  const format = useFormatter();
  const [parked, setParked] = useState(start);

  function changeTied(change: Partial<Form>): void {
    const settled = settleTies(ties, { ...form.readNow(), ...change }, parked);
    form.setChanged(settled.form);
    setParked(settled.parked);
  }

  /** @param values names of values, by field, that are not in the generator's messages */
  function nameParked(
    causedBy: string,
    values: { [Field in keyof Of]?: string | undefined } = {},
  ): string | undefined {
    const names = listParked(ties, form.values, { parked, causedBy }).map((field) => {
      const value: unknown = parked[field];
      return typeof value === "string"
        ? t("named", { field: words.label(field), value: values[field] ?? words.value(field, value) })
        : words.label(field);
    });
    return names.length === 0 ? undefined : format.list(names);
  }

  return { parked, changeTied, nameParked };
}
