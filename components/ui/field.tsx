"use client";

import { createContext, use, useId, useMemo, type ReactNode } from "react";
import { classNames } from "./class-names";

interface FieldContextValue {
  controlId: string;
  labelId: string;
  describedBy: string | undefined;
  invalid: boolean;
  required: boolean;
}

const FieldContext = createContext<FieldContextValue | null>(null);

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

interface FieldProps {
  label: string;
  /** At the right end of the label: a count, a size, "optional". */
  note?: ReactNode;
  /** A button behind that, no part of the description. */
  action?: ReactNode;
  /** Below the control. */
  hint?: ReactNode;
  /** Below the control, instead of the hint. */
  error?: ReactNode;
  required?: boolean;
  /** `group` if several controls share the label. */
  as?: "control" | "group";
  /** Shows the label to screen readers only. */
  hideLabel?: boolean;
  /** Id of the control, for tests and links. */
  id?: string;
  className?: string;
  children: ReactNode;
}

/** A label, a control, a hint and an error, connected for screen readers. */
export function Field({
  label,
  note,
  action,
  hint,
  error,
  required = false,
  as = "control",
  hideLabel = false,
  id,
  className,
  children,
}: FieldProps) {
  const generatedId = useId();
  const controlId = id ?? generatedId;
  const labelId = `${controlId}-label`;
  const noteId = `${controlId}-note`;
  const messageId = `${controlId}-message`;
  const message = error ?? hint;
  const describedBy = [note ? noteId : "", message ? messageId : ""].filter(Boolean).join(" ") || undefined;
  const invalid = Boolean(error);
  const context = useMemo(
    () => ({ controlId, labelId, describedBy, invalid, required }),
    [controlId, labelId, describedBy, invalid, required],
  );
  const labelClass = "text-sm font-medium text-text";

  return (
    <FieldContext value={context}>
      <div className={classNames("min-w-0", className)}>
        <div className={hideLabel ? "sr-only" : "mb-1.75 flex items-baseline gap-2"}>
          {as === "control" ? (
            <label id={labelId} htmlFor={controlId} className={labelClass}>
              {label}
            </label>
          ) : (
            <span id={labelId} className={labelClass}>
              {label}
            </span>
          )}
          {note ? (
            <span id={noteId} className="ml-auto text-2xs text-text-3">
              {note}
            </span>
          ) : null}
          {action}
        </div>
        {children}
        {message ? (
          <p
            id={messageId}
            className={classNames("mt-1.5 text-2xs", invalid ? "text-danger" : "text-text-3")}
          >
            {message}
          </p>
        ) : null}
      </div>
    </FieldContext>
  );
}
