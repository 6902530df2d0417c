"use client";

import { Plus, X } from "lucide-react";
import { useTranslations } from "next-intl";
import type { FieldBinding } from "@/components/form/field-binding";
import { Button, IconButton } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { PronunciationDict } from "./speech-values";

export type PronunciationFieldProps = FieldBinding<PronunciationDict | undefined>;

/** How words are said: a table of what stands in the text and how it sounds. */
export function PronunciationField({
  name,
  value,
  onValueChange,
  onBlur,
  error,
  errors = {},
  disabled,
}: PronunciationFieldProps) {
  const t = useTranslations("speech.pronunciation");
  const rules = value?.tone ?? [];
  const set = (tone: string[]) => onValueChange(tone.length > 0 ? { tone } : undefined);
  const own = Object.keys(errors).length === 0 ? error : undefined;
  return (
    <Field as="group" label={t("label")} hint={t("hint")} error={own}>
      <div className="grid gap-2">
        {rules.map((rule, index) => (
          <div key={index} className="flex items-start gap-2">
            <Field
              label={t("rule", { number: index + 1 })}
              hideLabel
              error={errors[`tone.${index}`]}
              className="flex-1"
            >
              <Input
                name={name ? `${name}.tone.${index}` : undefined}
                value={rule}
                disabled={disabled}
                onBlur={onBlur}
                onChange={(event) => {
                  const typed = event.currentTarget.value;
                  set(rules.map((kept, at) => (at === index ? typed : kept)));
                }}
              />
            </Field>
            <IconButton
              label={t("remove", { number: index + 1 })}
              disabled={disabled}
              onClick={() => set(rules.filter((_, at) => at !== index))}
            >
              <X aria-hidden />
            </IconButton>
          </div>
        ))}
        <Button
          size="small"
          variant="outline"
          className="justify-self-start"
          disabled={disabled}
          onClick={() => set([...rules, ""])}
        >
          <Plus aria-hidden />
          {t("add")}
        </Button>
      </div>
    </Field>
  );
}
