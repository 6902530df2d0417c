"use client";

import type { ReactNode } from "react";
import { Field } from "@/components/ui/field";
import { SegmentedControl, type SegmentedOption } from "@/components/ui/segmented-control";
import { splitField, type FieldBinding, type FieldWords } from "./form-field";

interface SegmentedFieldProps<Value extends string> extends FieldBinding<Value | undefined>, FieldWords {
  options: readonly SegmentedOption<Value>[];
  note?: ReactNode;
  fill?: boolean;
}

/** A choice of a few, all visible. */
export function SegmentedField<Value extends string>({
  value,
  onValueChange,
  options,
  note,
  fill = false,
  ...props
}: SegmentedFieldProps<Value>) {
  const { field, control } = splitField(props);
  return (
    <Field as="group" {...field} note={note}>
      <SegmentedControl
        options={options}
        value={value}
        onValueChange={onValueChange}
        disabled={control.disabled}
        fill={fill}
      />
    </Field>
  );
}
