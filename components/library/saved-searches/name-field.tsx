"use client";

import { useTranslations } from "next-intl";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { savedSearchNameMaxLength } from "@/lib/saved-searches/saved-search-limits";

interface NameFieldProps {
  value: string;
  error: string | undefined;
  onChange: (name: string) => void;
}

/** The name of a saved search. */
export function NameField({ value, error, onChange }: NameFieldProps) {
  const t = useTranslations("library.saved");
  return (
    <Field label={t("name")} error={error} required>
      <Input
        data-autofocus=""
        autoComplete="off"
        dir="auto"
        value={value}
        maxLength={savedSearchNameMaxLength}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </Field>
  );
}
