"use client";

import { useTranslations } from "next-intl";
import { use, type ComponentProps } from "react";
import { classNames } from "@/components/ui/class-names";
import { Field } from "@/components/ui/field";
import { useFieldControl } from "@/components/ui/field-context";
import { countCodePoints } from "@/lib/service/contract/text";
import { splitField, type FieldBinding, type FieldWords } from "./form-field";
import { WritingToolsContext } from "./writing-tools";

interface PromptFieldProps extends FieldBinding<string | undefined>, FieldWords {
  /** In code points, as the service counts. */
  maximumLength: number;
  placeholder?: string;
  rows?: number;
  required?: boolean;
}

/** A text for the service with its length and limit. Accepts a text that is too long; the form's schema reports it. */
export function PromptField({
  value = "",
  onValueChange,
  maximumLength,
  placeholder,
  rows = 4,
  required = false,
  ...props
}: PromptFieldProps) {
  const { field, control } = splitField(props);
  const renderTools = use(WritingToolsContext);
  const t = useTranslations("form.prompt");
  const count = countCodePoints(value);
  const over = count - maximumLength;
  return (
    <Field
      {...field}
      required={required}
      action={renderTools?.({ name: control.name, label: field.label, disabled: control.disabled })}
      error={field.error ?? (over > 0 ? t("over", { over }) : undefined)}
      note={
        <span className={over > 0 ? "text-danger" : undefined}>
          {t("count", { count, maximum: maximumLength })}
        </span>
      }
    >
      <Textarea
        {...control}
        value={value}
        rows={rows}
        placeholder={placeholder}
        onChange={(event) => onValueChange(event.currentTarget.value)}
      />
    </Field>
  );
}

/** A text area that grows with its text, from `rows` up to `max-h-*`. */
function Textarea({ className, rows = 4, ...props }: ComponentProps<"textarea">) {
  return (
    <textarea
      {...useFieldControl()}
      dir="auto"
      rows={rows}
      {...props}
      className={classNames(
        "field-surface field-sizing-content block max-h-96 w-full resize-y px-2.75 py-2.25 text-base leading-[1.55]",
        className,
      )}
    />
  );
}
