"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, Suspense, useState } from "react";
import type { FieldBinding } from "@/components/form/form-field";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import type { SpeechValues } from "@/lib/service/contract/speech-options";
import type { TimberWeights } from "@/generators/_kit/spoken-text/speech-values";
import { TimberWeightRow } from "./timber-weight-row";

const VoicePicker = lazy(() => import("@/components/voices/voice-picker"));

interface TimberWeightsFieldProps extends FieldBinding<TimberWeights | undefined> {
  model: string;
  /** The values that the connected service accepts. */
  offered: SpeechValues;
}

/** The weight of an added voice. */
const usualWeight = 50;
/** The shades of the voices in the bar. */
const shades = ["bg-hue", "bg-hue/70", "bg-hue/45", "bg-hue/25"];

/**
 * A mix of voices with weights; the share of all weights counts (unshown.md "timber_weights"). It replaces voice_id;
 * the form omits one of the two.
 */
export function TimberWeightsField({
  name,
  value = [],
  onValueChange,
  onBlur,
  error,
  errors = {},
  disabled = false,
  model,
  offered,
}: TimberWeightsFieldProps) {
  const t = useTranslations("voices.timbre");
  const [adding, setAdding] = useState(false);
  const set = (weights: TimberWeights) => onValueChange(weights.length > 0 ? weights : undefined);
  const total = value.reduce((sum, { weight }) => sum + weight, 0);
  const own = Object.keys(errors).length === 0 ? error : undefined;
  const isFull = value.length >= offered.max_voices;
  const firstWeight = Math.min(offered.weight.max, Math.max(offered.weight.min, usualWeight));

  return (
    <Field
      as="group"
      label={t("label")}
      hint={isFull ? t("full", { max: offered.max_voices }) : t("hint", { max: offered.max_voices })}
      error={own}
    >
      {value.length > 0 ? (
        <div className="mb-3 grid gap-3">
          <div aria-hidden className="flex h-1.5 gap-0.5 overflow-hidden rounded-full">
            {value.map(({ weight }, index) => (
              <span
                key={index}
                style={{ flexGrow: weight }}
                className={`min-w-0.5 basis-0 ${shades[index] ?? "bg-hue/25"}`}
              />
            ))}
          </div>
          {value.map((entry, index) => (
            <TimberWeightRow
              key={index}
              name={name ? `${name}.${index}` : undefined}
              number={index + 1}
              entry={entry}
              share={entry.weight / total}
              model={model}
              range={offered.weight}
              errors={{ voice_id: errors[`${index}.voice_id`], weight: errors[`${index}.weight`] }}
              disabled={disabled}
              onChange={(changed) => set(value.with(index, changed))}
              onRemove={() => {
                set(value.toSpliced(index, 1));
                onBlur?.();
              }}
              onBlur={onBlur}
            />
          ))}
        </div>
      ) : null}
      <Button
        size="small"
        variant="outline"
        disabled={disabled || isFull}
        aria-haspopup="dialog"
        onClick={() => setAdding(true)}
      >
        <Plus aria-hidden />
        {t("add")}
      </Button>
      {adding ? (
        <Suspense fallback={null}>
          <VoicePicker
            model={model}
            chosen={undefined}
            onChoose={(voice_id) => {
              set([...value, { voice_id, weight: firstWeight }]);
              setAdding(false);
            }}
            onClose={() => setAdding(false)}
          />
        </Suspense>
      ) : null}
    </Field>
  );
}
