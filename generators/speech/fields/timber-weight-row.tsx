"use client";

import { X } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { useId, useState } from "react";
import { IconButton } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Slider } from "@/components/ui/slider";
import type { NumberRange } from "@/lib/service/contract/speech-options";
import type { TimberWeights } from "@/generators/_kit/spoken-text/speech-values";
import { VoiceField } from "@/components/voices/voice-field";

interface TimberWeightRowProps {
  name?: string | undefined;
  number: number;
  entry: TimberWeights[number];
  /** The share of all weights, from 0 to 1. */
  share: number;
  model: string;
  /** The allowed weights. */
  range: NumberRange;
  errors: { voice_id?: string | undefined; weight?: string | undefined };
  disabled: boolean;
  onChange: (entry: TimberWeights[number]) => void;
  onRemove: () => void;
  onBlur?: (() => void) | undefined;
}

/** A voice of a mix and its weight, which is always valid. */
export function TimberWeightRow(props: TimberWeightRowProps) {
  const { name, number, entry, share, model, range, errors, disabled } = props;
  const { onChange, onRemove, onBlur } = props;
  const t = useTranslations("voices.timbre");
  const format = useFormatter();
  const id = useId();
  /** Typed text that is not a valid weight, for example empty or 0. */
  const [typing, setTyping] = useState<string | null>(null);
  const shareText = format.number(share, { style: "percent", maximumFractionDigits: 0 });

  function type(text: string) {
    const weight = Number(text);
    const isWeight = text !== "" && Number.isInteger(weight) && weight >= range.min && weight <= range.max;
    setTyping(isWeight ? null : text);
    if (isWeight) onChange({ ...entry, weight });
  }

  return (
    <div role="group" aria-label={t("voice", { number })} className="grid gap-1.5">
      <div className="flex items-start gap-1">
        <div className="min-w-0 flex-1">
          <VoiceField
            name={name ? `${name}.voice_id` : undefined}
            model={model}
            label={t("voice", { number })}
            hideLabel
            value={entry.voice_id || undefined}
            onValueChange={(voice_id) => onChange({ ...entry, voice_id: voice_id ?? "" })}
            onBlur={onBlur}
            error={errors.voice_id}
            disabled={disabled}
          />
        </div>
        <IconButton label={t("remove", { number })} disabled={disabled} onClick={onRemove} className="mt-1">
          <X aria-hidden />
        </IconButton>
      </div>
      <div className="flex items-center gap-3 pr-8.5">
        {/* For the mouse only; the input serves keyboards and screen readers. */}
        <Slider
          id={`${id}-slider`}
          aria-hidden
          aria-describedby={undefined}
          tabIndex={-1}
          min={range.min}
          max={range.max}
          value={entry.weight}
          disabled={disabled}
          onValueChange={(weight) => onChange({ ...entry, weight })}
          className="min-w-0"
        />
        <span id={`${id}-share`} className="w-10 shrink-0 text-right text-2xs text-text-3">
          {shareText}
        </span>
        <div className="w-18 shrink-0">
          <Input
            id={`${id}-weight`}
            type="number"
            inputMode="numeric"
            name={name ? `${name}.weight` : undefined}
            aria-label={t("weight", { number })}
            aria-describedby={`${id}-share`}
            aria-invalid={errors.weight ? true : undefined}
            min={range.min}
            max={range.max}
            step={1}
            value={typing ?? entry.weight}
            disabled={disabled}
            onBlur={() => {
              setTyping(null);
              onBlur?.();
            }}
            onChange={(event) => type(event.currentTarget.value)}
          />
        </div>
      </div>
      {errors.weight ? <p className="text-2xs text-danger">{errors.weight}</p> : null}
    </div>
  );
}
