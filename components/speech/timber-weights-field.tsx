"use client";

import { Plus, X } from "lucide-react";
import { useTranslations } from "next-intl";
import type { FieldBinding } from "@/components/form/field-binding";
import { Button, IconButton } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { TIMBER_WEIGHTS_LIMITS } from "@/lib/service/contract/speech-options";
import type { TimberWeights } from "./speech-values";
import { VoiceField } from "./voice-field";

export interface TimberWeightsFieldProps extends FieldBinding<TimberWeights | undefined> {
  generator?: "speech" | "narration";
  model: string;
}

const { voicesMax, weightMin, weightMax } = TIMBER_WEIGHTS_LIMITS;

/** Several voices in one, up to four, each with its weight. */
export function TimberWeightsField({
  name,
  value = [],
  onValueChange,
  onBlur,
  error,
  errors = {},
  disabled,
  generator = "speech",
  model,
}: TimberWeightsFieldProps) {
  const t = useTranslations("speech.timbre");
  const set = (weights: TimberWeights) => onValueChange(weights.length > 0 ? weights : undefined);
  const own = Object.keys(errors).length === 0 ? error : undefined;
  return (
    <Field as="group" label={t("label")} hint={t("hint")} error={own}>
      <div className="grid gap-2">
        {value.map((entry, index) => (
          <div key={index} className="flex items-start gap-2">
            <div className="flex-1">
              <VoiceField
                name={name ? `${name}.${index}.voice_id` : undefined}
                generator={generator}
                model={model}
                label={t("voice", { number: index + 1 })}
                hideLabel
                value={entry.voice_id}
                onValueChange={(voiceId) =>
                  set(value.map((kept, at) => (at === index ? { ...kept, voice_id: voiceId ?? "" } : kept)))
                }
                onBlur={onBlur}
                error={errors[`${index}.voice_id`]}
                disabled={disabled}
              />
            </div>
            <Field
              label={t("weight", { number: index + 1 })}
              hideLabel
              error={errors[`${index}.weight`]}
              className="w-20"
            >
              <Input
                type="number"
                name={name ? `${name}.${index}.weight` : undefined}
                min={weightMin}
                max={weightMax}
                value={entry.weight}
                disabled={disabled}
                onBlur={onBlur}
                onChange={(event) => {
                  const typed = event.currentTarget.valueAsNumber;
                  const weight = Number.isNaN(typed)
                    ? weightMin
                    : Math.min(weightMax, Math.max(weightMin, Math.round(typed)));
                  set(value.map((kept, at) => (at === index ? { ...kept, weight } : kept)));
                }}
              />
            </Field>
            <IconButton
              label={t("remove", { number: index + 1 })}
              disabled={disabled}
              onClick={() => set(value.filter((_, at) => at !== index))}
            >
              <X aria-hidden />
            </IconButton>
          </div>
        ))}
        <Button
          size="small"
          variant="outline"
          className="justify-self-start"
          disabled={disabled || value.length >= voicesMax}
          onClick={() => set([...value, { voice_id: "", weight: 50 }])}
        >
          <Plus aria-hidden />
          {t("add")}
        </Button>
      </div>
    </Field>
  );
}
