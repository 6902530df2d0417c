"use client";

import { useEffect, type ReactNode } from "react";
import {
  useController,
  type Control,
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
} from "react-hook-form";

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
  return children({
    name: field.name,
    value: field.value,
    onValueChange: field.onChange,
    onBlur: field.onBlur,
    // The error of a list or an object may stand at one of its parts: a field that shows no parts tells the first one.
    error: own ?? Object.values(parts)[0],
    errors: parts,
    disabled: field.disabled,
  });
}

/**
 * What react-hook-form holds at a field as sentences by path inside it: the problem of the field itself at "", those of
 * its parts at `speed`, `tone.2`.
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
    // The control that holds the field, not a part of it.
    if (key === "ref") continue;
    collect(part, path === "" ? key : `${path}.${key}`, found);
  }
}

/** What ties a field to the form around it; every field component takes these, whoever holds the values. */
export interface FieldBinding<Value> {
  name?: string | undefined;
  value: Value;
  onValueChange: (value: Value) => void;
  onBlur?: (() => void) | undefined;
  /** The sentence under the field when its value breaks a rule. */
  error?: string | undefined;
  /** The same for the parts of a value that is a list or an object, by their path inside it: `speed`, `tone.2`. */
  errors?: Readonly<Record<string, string>> | undefined;
  disabled?: boolean | undefined;
}

/** Words every field shows; the labels are the service's own field names. */
export interface FieldWords {
  label: string;
  hint?: string | undefined;
}
