"use client";

import { useEffect, type ReactNode } from "react";
import {
  useController,
  type Control,
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
} from "react-hook-form";

/**
 * Connects a field of a react-hook-form form to a field component: `<PromptField {...useFormField(control, "prompt")} />`.
 */
export function useFormField<Values extends FieldValues, Name extends FieldPath<Values>, Output = Values>(
  control: Control<Values, unknown, Output>,
  name: Name,
): FieldBinding<FieldPathValue<Values, Name>> {
  const { field, fieldState } = useController({ control, name });
  const { ref } = field;
  // react-hook-form focuses the first invalid field; the control is found by the field's name.
  useEffect(() => {
    const named = `[name="${CSS.escape(name)}"]`;
    const part = `[name^="${CSS.escape(name)}."][aria-invalid="true"]`;
    ref({
      focus: () => {
        const control =
          document.querySelector<HTMLElement>(named) ?? document.querySelector<HTMLElement>(part);
        control?.focus();
      },
    });
  }, [ref, name]);
  const { "": own, ...parts } = listNestedErrors(fieldState.error);
  return {
    name: field.name,
    value: field.value,
    onValueChange: field.onChange,
    onBlur: field.onBlur,
    // The error of a list or an object may belong to one of its parts. A field that shows no parts shows the first one.
    error: own ?? Object.values(parts)[0],
    errors: parts,
    disabled: field.disabled,
  };
}

/** Connects a field that the form shows only sometimes: `{(field) => <PromptField {...field} />}`. */
export function FormField<Values extends FieldValues, Name extends FieldPath<Values>, Output = Values>({
  control,
  name,
  children,
}: {
  control: Control<Values, unknown, Output>;
  name: Name;
  children: (field: FieldBinding<FieldPathValue<Values, Name>>) => ReactNode;
}) {
  return children(useFormField(control, name));
}

/**
 * Flattens the errors that react-hook-form holds at a field into messages by path: the field's own at "", those of its
 * parts at `speed`, `tone.2`.
 */
export function listNestedErrors(error: unknown): Record<string, string> {
  const found: Record<string, string> = {};
  collect(error, "", found);
  return found;
}

function collect(error: unknown, path: string, found: Record<string, string>): void {
  if (typeof error !== "object" || error === null) return;
  const { message } = error as { message?: unknown };
  if (typeof message === "string") {
    found[path] = message;
    return;
  }
  for (const [key, part] of Object.entries(error)) {
    // The control of the field, not a part of its value.
    if (key === "ref") continue;
    collect(part, path === "" ? key : `${path}.${key}`, found);
  }
}

/** The props that connect a field component to its form. */
export interface FieldBinding<Value> {
  name?: string | undefined;
  value: Value;
  onValueChange: (value: Value) => void;
  onBlur?: (() => void) | undefined;
  /** The message under an invalid field. */
  error?: string | undefined;
  /** Messages of the parts of a list or an object, by path: `speed`, `tone.2`. */
  errors?: Readonly<Record<string, string>> | undefined;
  disabled?: boolean | undefined;
}

/** Texts of a field. Labels are the service's own field names. */
export interface FieldWords {
  label: string;
  hint?: string | undefined;
}

/** Splits the props of a field component: those of the `Field` around the control, and those of the control. */
export function splitField({
  label,
  hint,
  error,
  name,
  onBlur,
  disabled,
}: Omit<FieldBinding<unknown>, "value" | "onValueChange"> & FieldWords) {
  return { field: { label, hint, error }, control: { name, onBlur, disabled } };
}
