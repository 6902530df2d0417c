"use client";

import { useEffect, type ReactNode } from "react";
import {
  useController,
  type Control,
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
} from "react-hook-form";
import type { FieldBinding } from "./field-binding";

/** Binds one field of a react-hook-form form to any field component: `{(field) => <PromptField {...field} />}`. */
export function FormField<Values extends FieldValues, Name extends FieldPath<Values>, Output = Values>({
  control,
  name,
  children,
}: {
  control: Control<Values, unknown, Output>;
  name: Name;
  children: (field: FieldBinding<FieldPathValue<Values, Name>>) => ReactNode;
}) {
  const { field, fieldState } = useController({ control, name });
  const { ref } = field;
  // Where a form is refused, the person is taken to the first field at fault: its control carries the field's name.
  useEffect(() => {
    const selector = `[name="${CSS.escape(name)}"]`;
    ref({ focus: () => document.querySelector<HTMLElement>(selector)?.focus() });
  }, [ref, name]);
  return children({
    name: field.name,
    value: field.value,
    onValueChange: field.onChange,
    onBlur: field.onBlur,
    error: fieldState.error?.message ?? firstNestedMessage(fieldState.error),
    disabled: field.disabled,
  });
}

/** The error of a list or an object may stand at one of its parts: the first one is told at the field itself. */
function firstNestedMessage(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  for (const part of Object.values(error)) {
    if (typeof part !== "object" || part === null) continue;
    const message: unknown = (part as { message?: unknown }).message;
    if (typeof message === "string") return message;
    const nested = firstNestedMessage(part);
    if (nested !== undefined) return nested;
  }
  return undefined;
}
