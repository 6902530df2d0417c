"use client";

import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { splitField, type FieldBinding, type FieldWords } from "./form-field";

interface NumberFieldProps extends FieldBinding<number | undefined>, FieldWords {
  minimum?: number;
  maximum?: number;
  step?: number | "any";
  /** Shown after the number: px, s, %. */
  unit?: string;
}

/** A number, or none. Accepts numbers out of range; the form's schema reports them. */
export function NumberField({
  value,
  onValueChange,
  minimum,
  maximum,
  step = 1,
  unit,
  ...props
}: NumberFieldProps) {
  const { field, control } = splitField(props);
  return (
    <Field {...field}>
      <Input
        type="number"
        inputMode={step === 1 || (typeof step === "number" && Number.isInteger(step)) ? "numeric" : "decimal"}
        {...control}
        value={value ?? ""}
        min={minimum}
        max={maximum}
        step={step}
        trailing={unit}
        onChange={(event) => {
          const typed = event.currentTarget.valueAsNumber;
          onValueChange(Number.isNaN(typed) ? undefined : typed);
        }}
      />
    </Field>
  );
}
