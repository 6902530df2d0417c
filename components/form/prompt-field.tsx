"use client";

import { useTranslations } from "next-intl";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/textarea";
import { countCodePoints } from "./count-code-points";
import type { FieldBinding, FieldWords } from "./field-binding";

export interface PromptFieldProps extends FieldBinding<string | undefined>, FieldWords {
  /** In code points, as the service counts. */
  maximumLength: number;
  placeholder?: string;
  rows?: number;
  required?: boolean;
}

/** Words for the service, with their number beside the most there may be. What is too much may be typed, not sent. */
export function PromptField({
  name,
  value = "",
  onValueChange,
  onBlur,
  error,
  disabled,
  label,
  hint,
  maximumLength,
  placeholder,
  rows = 4,
  required = false,
}: PromptFieldProps) {
  const t = useTranslations("form.prompt");
  const count = countCodePoints(value);
  const over = count - maximumLength;
  return (
    <Field
      label={label}
      hint={hint}
      required={required}
      error={error ?? (over > 0 ? t("over", { over }) : undefined)}
      note={
        <span className={over > 0 ? "text-danger" : undefined}>
          {t("count", { count, maximum: maximumLength })}
        </span>
      }
    >
      <Textarea
        name={name}
        value={value}
        rows={rows}
        placeholder={placeholder}
        disabled={disabled}
        onBlur={onBlur}
        onChange={(event) => onValueChange(event.currentTarget.value)}
      />
    </Field>
  );
}
