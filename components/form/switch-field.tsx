"use client";

import { useId } from "react";
import { Switch } from "@/components/ui/switch";
import type { FieldBinding, FieldWords } from "./form-field";

/** A switch on one line: label at the left, switch at the right. */
export function SwitchField({
  name,
  value = false,
  onValueChange,
  onBlur,
  error,
  disabled,
  label,
  hint,
}: FieldBinding<boolean | undefined> & FieldWords) {
  const id = useId();
  const messageId = `${id}-message`;
  const message = error ?? hint;
  return (
    <div className="flex items-start gap-3">
      <div className="min-w-0 flex-1">
        <label htmlFor={id} className="block text-sm font-medium text-text">
          {label}
        </label>
        {message ? (
          <p id={messageId} className={`mt-0.5 text-2xs ${error ? "text-danger" : "text-text-3"}`}>
            {message}
          </p>
        ) : null}
      </div>
      <Switch
        id={id}
        name={name}
        checked={value}
        disabled={disabled}
        onBlur={onBlur}
        onCheckedChange={onValueChange}
        aria-describedby={message ? messageId : undefined}
        aria-invalid={error ? true : undefined}
      />
    </div>
  );
}
