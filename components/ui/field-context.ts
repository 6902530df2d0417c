"use client";

import { createContext, use } from "react";

export interface FieldContextValue {
  controlId: string;
  labelId: string;
  describedBy: string | undefined;
  invalid: boolean;
  required: boolean;
}

export const FieldContext = createContext<FieldContextValue | null>(null);

/** Connects a control to the field around it; spread over the control. Empty outside a field. */
interface FieldControlProps {
  id?: string;
  "aria-describedby"?: string;
  "aria-invalid"?: true;
  "aria-required"?: true;
}

/** Props for a control that the field's label names. */
export function useFieldControl(): FieldControlProps {
  const field = use(FieldContext);
  if (!field) return {};
  return {
    id: field.controlId,
    ...(field.describedBy ? { "aria-describedby": field.describedBy } : {}),
    ...(field.invalid ? { "aria-invalid": true } : {}),
    ...(field.required ? { "aria-required": true } : {}),
  };
}

/** The same for a group of controls (radio buttons, tiles), which is labelled by reference. */
export function useFieldGroup(): { "aria-labelledby"?: string; "aria-describedby"?: string } {
  const field = use(FieldContext);
  if (!field) return {};
  return {
    "aria-labelledby": field.labelId,
    ...(field.describedBy ? { "aria-describedby": field.describedBy } : {}),
  };
}
