"use client";

import { useTranslations } from "next-intl";
import type { FieldBinding } from "@/components/form/field-binding";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

export interface VoiceFieldProps extends FieldBinding<string | undefined> {
  generator: "speech" | "narration";
  /** Samples are spoken with it, as far as it can be heard at once. */
  model: string;
  /** Shown in place of its own, where one form has several. */
  label?: string | undefined;
  hideLabel?: boolean | undefined;
  /** Why no voice is chosen here, for example a timbre mix that decides it. */
  disabledReason?: string | undefined;
}

/** Who speaks: a voice out of the list, or any id of the service. */
export function VoiceField({
  name,
  value,
  onValueChange,
  onBlur,
  error,
  disabled = false,
  label,
  hideLabel = false,
  disabledReason,
}: VoiceFieldProps) {
  const t = useTranslations("speech.voice");
  return (
    <Field label={label ?? t("label")} hideLabel={hideLabel} error={error} hint={disabledReason}>
      <Input
        name={name}
        value={value ?? ""}
        disabled={disabled || disabledReason !== undefined}
        onBlur={onBlur}
        onChange={(event) => onValueChange(event.currentTarget.value || undefined)}
      />
    </Field>
  );
}
