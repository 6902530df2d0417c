"use client";

import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { splitField, type FieldBinding, type FieldWords } from "./form-field";

interface ModelOption<Model extends string> {
  value: Model;
  /** What sets it apart, in a few words: shown in the closed field and in the list. */
  note?: string;
}

interface ModelSelectProps<Model extends string> extends FieldBinding<Model>, FieldWords {
  options: readonly ModelOption<Model>[];
}

/** Chooses the model, by its name at the service. */
export function ModelSelect<Model extends string>({
  value,
  onValueChange,
  options,
  ...props
}: ModelSelectProps<Model>) {
  const { field, control } = splitField(props);
  const chosen = options.find((option) => option.value === value);
  return (
    <Field {...field}>
      <Select
        {...control}
        value={value}
        onChange={(event) => onValueChange(event.currentTarget.value as Model)}
        options={options.map((option) => ({ ...option, label: option.value }))}
        note={chosen?.note}
      />
    </Field>
  );
}

/**
 * Adds the chosen value to the offered ones when it is no longer offered: the form shows it, and its schema reports it.
 */
export function withChosen<Value>(offered: readonly Value[], chosen: Value | undefined): readonly Value[] {
  return chosen === undefined || offered.includes(chosen) ? offered : [...offered, chosen];
}
