"use client";

import { useId, useMemo, type ReactNode } from "react";
import { classNames } from "./class-names";
import { FieldContext } from "./field-context";

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
