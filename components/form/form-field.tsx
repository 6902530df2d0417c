"use client";

import { useEffect, useSyncExternalStore, type ReactNode } from "react";
import type { FieldName, FormState } from "./form-state";

/** Connects a field of a form to a field component: `<PromptField {...useFormField(control, "prompt")} />`. */
export function useFormField<Values extends object, Name extends FieldName<Values>, Output = Values>(
  control: FormState<Values, Output>,
  name: Name,
): FieldBinding<Values[Name]> {
  const readValue = () => control.getSnapshot().values[name];
  const readError = () => control.getSnapshot().errors[name];
  const value = useSyncExternalStore(control.subscribe, readValue, readValue);
  const error = useSyncExternalStore(control.subscribe, readError, readError);
  useEffect(() => {
    const named = `[name="${CSS.escape(name)}"]`;
    const part = `[name^="${CSS.escape(name)}."][aria-invalid="true"]`;
    return control.mount(
      name,
      () => document.querySelector<HTMLElement>(named) ?? document.querySelector<HTMLElement>(part),
    );
  }, [control, name]);
  const { "": own, ...parts } = listNestedErrors(error);
  return {
    name,
    value,
    onValueChange: (entered) => void control.enter(name, entered),
    onBlur: () => void control.leave(name),
    // The error of a list or an object may belong to one of its parts. A field that shows no parts shows the first one.
    error: own ?? Object.values(parts)[0],
    errors: parts,
  };
}

/** Connects a field that the form shows only sometimes: `{(field) => <PromptField {...field} />}`. */
export function FormField<Values extends object, Name extends FieldName<Values>, Output = Values>({
  control,
  name,
  children,
}: {
  control: FormState<Values, Output>;
  name: Name;
  children: (field: FieldBinding<Values[Name]>) => ReactNode;
}) {
  return children(useFormField(control, name));
}

/** Flattens the errors of a field into messages by path: the field's own at "", those of its parts at `speed`, `tone.2`. */
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
