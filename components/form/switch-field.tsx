"use client";

import { useId, type ReactNode } from "react";
import { Switch } from "@/components/ui/switch";
import type { FieldBinding, FieldWords } from "./form-field";

interface SwitchFieldProps extends FieldBinding<boolean | undefined>, FieldWords {
  icon?: ReactNode;
}

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
  icon,
}: SwitchFieldProps) {
  const id = useId();
  const messageId = `${id}-message`;
  const message = error ?? hint;
  return (
    <div className="flex items-start gap-3">
      {icon ? <span className="pt-px text-text-2 [&_svg]:size-4">{icon}</span> : null}
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
