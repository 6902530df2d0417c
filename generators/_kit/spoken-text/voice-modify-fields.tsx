"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import type { FieldBinding } from "@/components/form/form-field";
import { RangeField } from "@/components/form/range-field";
import { withChosen } from "@/components/form/model-select";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { SOUND_EFFECTS, type SpeechValues } from "@/lib/service/contract/speech-options";
import { changeSetting } from "../change-setting";
import type { VoiceModify } from "./speech-values";

interface VoiceModifyFieldsProps extends FieldBinding<VoiceModify | undefined> {
  /** The values that the connected service accepts. */
  offered: SpeechValues;
  /** Why the fields are disabled, for example the audio format. Values stay, and validation reports them. */
  disabledReason?: string | undefined;
}

const parts = ["pitch", "intensity", "timbre"] as const;

/** Effects on the voice: pitch, intensity, timbre and a sound effect. */
export function VoiceModifyFields({
  name,
  value,
  onValueChange,
  onBlur,
  error,
  errors = {},
  disabled = false,
  offered,
  disabledReason,
}: VoiceModifyFieldsProps) {
  const t = useTranslations("voices.modify");
  const reasonId = useId();
  const off = disabled || disabledReason !== undefined;
  const change = (part: Partial<VoiceModify>) => onValueChange(changeSetting(value, part));
  const nameOf = (part: string) => (name ? `${name}.${part}` : undefined);

  /** Custom values have no translation. */
  function nameEffect(effect: string): string {
    const known = SOUND_EFFECTS.find((each) => each === effect);
    return known ? t(`effects.${known}`) : effect;
  }

  // Errors of parts are shown at those parts.
  const own = Object.keys(errors).length === 0 ? error : undefined;
  return (
    <Field as="group" label={t("label")} hint={disabledReason ? undefined : t("hint")} error={own}>
      <div
        role="group"
        aria-label={t("label")}
        aria-describedby={disabledReason ? reasonId : undefined}
        className="grid gap-3"
      >
        {/* Above the fields: below, it would seem to concern the last one only. */}
        {disabledReason ? (
          <p id={reasonId} className="-mt-1 text-2xs text-text-3">
            {disabledReason}
          </p>
        ) : null}
        {parts.map((part) => (
          <RangeField
            key={part}
            name={nameOf(part)}
            label={t(`ranges.${part}`)}
            resetLabel={t("reset", { field: t(`ranges.${part}`) })}
            minimum={offered.voice_modify.min}
            maximum={offered.voice_modify.max}
            step={1}
            defaultValue={0}
            value={value?.[part]}
            onValueChange={(amount) => change({ [part]: amount })}
            onBlur={onBlur}
            error={errors[part]}
            disabled={off}
          />
        ))}
        <Field label={t("sound_effects")} error={errors.sound_effects} className="mt-1">
          <Select
            name={nameOf("sound_effects")}
            value={value?.sound_effects ?? ""}
            disabled={off}
            onBlur={onBlur}
            onChange={(event) => change({ sound_effects: event.currentTarget.value || undefined })}
            options={[
              { value: "", label: t("effects.none") },
              ...withChosen(offered.sound_effects, value?.sound_effects).map((effect) => ({
                value: effect,
                label: nameEffect(effect),
              })),
            ]}
          />
        </Field>
      </div>
    </Field>
  );
}
