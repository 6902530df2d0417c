"use client";

import { useTranslations } from "next-intl";
import type { FieldBinding } from "@/components/form/field-binding";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import {
  LANGUAGE_BOOSTS,
  supportsLanguageBoost,
  type LanguageBoost,
} from "@/lib/service/contract/language-boost";
import type { LanguageBoostValue } from "./speech-values";

export interface LanguageBoostFieldProps extends FieldBinding<LanguageBoostValue> {
  /** Decides which languages there are (service.md Text rules 5). */
  model: string;
}

/** Which language the model listens for most; none until it is chosen. */
export function LanguageBoostField({
  name,
  value,
  onValueChange,
  onBlur,
  error,
  disabled,
  model,
}: LanguageBoostFieldProps) {
  const t = useTranslations("speech.language");
  return (
    <Field label={t("label")} error={error} hint={t("hint")}>
      <Select
        name={name}
        value={value ?? ""}
        disabled={disabled}
        onBlur={onBlur}
        onChange={(event) => {
          const chosen = event.currentTarget.value;
          onValueChange(chosen === "" ? undefined : (chosen as LanguageBoost));
        }}
        options={[
          { value: "", label: t("none") },
          ...LANGUAGE_BOOSTS.map((language) => ({
            value: language,
            label: language,
            disabled: !supportsLanguageBoost(model, language),
          })),
        ]}
      />
    </Field>
  );
}
