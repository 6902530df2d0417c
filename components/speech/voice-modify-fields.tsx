"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import type { FieldBinding } from "@/components/form/field-binding";
import { RangeField } from "@/components/form/range-field";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { SOUND_EFFECTS, VOICE_MODIFY_RANGE } from "@/lib/service/contract/speech-options";
import { changeSetting } from "./change-setting";
import type { VoiceModify } from "./speech-values";

export interface VoiceModifyFieldsProps extends FieldBinding<VoiceModify | undefined> {
  /** Why there is nothing to set now, for example the audio format. What was set stays, for the rules to tell of it. */
  disabledReason?: string | undefined;
}

const parts = ["pitch", "intensity", "timbre"] as const;

/** What is done to the voice after it has spoken: pitch, intensity, timbre, one sound effect. */
export function VoiceModifyFields({
  name,
  value,
  onValueChange,
  onBlur,
  error,
  errors = {},
  disabled = false,
  disabledReason,
}: VoiceModifyFieldsProps) {
  const t = useTranslations("speech.modify");
  const reasonId = useId();
  const off = disabled || disabledReason !== undefined;
  const change = (part: Partial<VoiceModify>) => onValueChange(changeSetting(value, part));
  const nameOf = (part: string) => (name ? `${name}.${part}` : undefined);
  // The error of a part stands at that part.
  const own = Object.keys(errors).length === 0 ? error : undefined;
  return (
    <Field as="group" label={t("label")} hint={disabledReason ? undefined : t("hint")} error={own}>
      <div
        role="group"
        aria-label={t("label")}
        aria-describedby={disabledReason ? reasonId : undefined}
        className="grid gap-3"
      >
        {/* Before what it is about: below, it would seem to speak of the last field only. */}
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
            minimum={VOICE_MODIFY_RANGE.min}
            maximum={VOICE_MODIFY_RANGE.max}
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
            onChange={(event) =>
              change({ sound_effects: SOUND_EFFECTS.find((effect) => effect === event.currentTarget.value) })
            }
            options={[
              { value: "", label: t("effects.none") },
              ...SOUND_EFFECTS.map((effect) => ({ value: effect, label: t(`effects.${effect}`) })),
            ]}
          />
        </Field>
      </div>
    </Field>
  );
}
