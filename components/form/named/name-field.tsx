"use client";

import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

interface NameFieldProps {
  label: string;
  value: string;
  error: string | undefined;
  /** In Unicode code points. */
  maxLength: number;
  onChange: (name: string) => void;
}

/** The name under which something is saved. */
export function NameField({ label, value, error, maxLength, onChange }: NameFieldProps) {
  return (
    <Field label={label} error={error} required>
      <Input
        data-autofocus=""
        autoComplete="off"
        dir="auto"
        value={value}
        maxLength={maxLength}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </Field>
  );
}
