"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import type { FieldBinding } from "@/components/form/form-field";
import { RangeField } from "@/components/form/range-field";
import { withChosen } from "@/components/form/model-select";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { SOUND_EFFECTS, type SpeechValues } from "@/lib/service/contract/speech-options";
import { bindPart } from "../change-setting";
import type { VoiceModify } from "./speech-values";

interface VoiceModifyFieldsProps extends FieldBinding<VoiceModify | undefined> {
  /** The values that the connected service accepts. */
  offered: SpeechValues;
  /** Why the fields are disabled, for example the audio format. Values stay, and validation reports them. */
  disabledReason?: string | undefined;
}

const parts = ["pitch", "intensity", "timbre"] as const;

/** Effects on the voice: pitch, intensity, timbre and a sound effect. */
export function VoiceModifyFields({ offered, disabledReason, ...binding }: VoiceModifyFieldsProps) {
  const t = useTranslations("voices.modify");
  const reasonId = useId();
  const { error, errors = {} } = binding;
  const field = { ...binding, disabled: binding.disabled || disabledReason !== undefined };
  const {
    error: effectError,
    onValueChange: changeEffect,
    ...effectField
  } = bindPart(field, "sound_effects");

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
            {...bindPart(field, part)}
            label={t(`ranges.${part}`)}
            resetLabel={t("reset", { field: t(`ranges.${part}`) })}
            minimum={offered.voice_modify.min}
            maximum={offered.voice_modify.max}
            step={1}
            defaultValue={0}
          />
        ))}
        <Field label={t("sound_effects")} error={effectError} className="mt-1">
          <Select
            {...effectField}
            value={effectField.value ?? ""}
            onChange={(event) => changeEffect(event.currentTarget.value || undefined)}
            options={[
              { value: "", label: t("effects.none") },
              ...withChosen(offered.sound_effects, effectField.value).map((effect) => ({
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
