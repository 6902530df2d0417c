"use client";

import { Plus, X } from "lucide-react";
import { useTranslations, useFormatter } from "next-intl";
import { lazy, Suspense, useState, useId } from "react";
import type { FieldBinding } from "@/components/form/form-field";
import { Button, IconButton } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import type { SpeechValues, NumberRange } from "@/lib/service/contract/speech-options";
import type { TimberWeights } from "@/generators/_kit/spoken-text/speech-values";
import { Input } from "@/components/ui/input";
import { Slider } from "@/components/ui/slider";
import { VoiceField } from "@/components/voices/voice-field";

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
function TimberWeightRow(props: TimberWeightRowProps) {
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
