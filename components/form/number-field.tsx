"use client";

import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { FieldBinding, FieldWords } from "./form-field";

interface NumberFieldProps extends FieldBinding<number | undefined>, FieldWords {
  minimum?: number;
  maximum?: number;
  step?: number | "any";
  /** Shown after the number: px, s, %. */
  unit?: string;
}

/** A number, or none. Accepts numbers out of range; the form's schema reports them. */
export function NumberField({
  name,
  value,
  onValueChange,
  onBlur,
  error,
  disabled,
  label,
  hint,
  minimum,
  maximum,
  step = 1,
  unit,
}: NumberFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      <Input
        type="number"
        inputMode={step === 1 || (typeof step === "number" && Number.isInteger(step)) ? "numeric" : "decimal"}
        name={name}
        value={value ?? ""}
        min={minimum}
        max={maximum}
        step={step}
        disabled={disabled}
        trailing={unit}
        onBlur={onBlur}
        onChange={(event) => {
          const typed = event.currentTarget.valueAsNumber;
          onValueChange(Number.isNaN(typed) ? undefined : typed);
        }}
      />
    </Field>
  );
}
