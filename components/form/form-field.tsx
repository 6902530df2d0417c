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
import { listNestedErrors } from "./nested-errors";

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
