"use client";

import type { ReactNode } from "react";
import { Field } from "@/components/ui/field";
import { SegmentedControl, type SegmentedOption } from "@/components/ui/segmented-control";
import type { FieldBinding, FieldWords } from "./form-field";

interface SegmentedFieldProps<Value extends string> extends FieldBinding<Value | undefined>, FieldWords {
  options: readonly SegmentedOption<Value>[];
  note?: ReactNode;
  fill?: boolean;
}

/** A choice of a few, all visible. */
export function SegmentedField<Value extends string>({
  value,
  onValueChange,
  error,
  disabled = false,
  label,
  hint,
  options,
  note,
  fill = false,
}: SegmentedFieldProps<Value>) {
  return (
    <Field as="group" label={label} hint={hint} error={error} note={note}>
      <SegmentedControl
        options={options}
        value={value}
        onValueChange={onValueChange}
        disabled={disabled}
        fill={fill}
      />
    </Field>
  );
}
