"use client";

import { useTranslations } from "next-intl";
import type { FieldBinding } from "@/components/form/field-binding";
import { RangeField } from "@/components/form/range-field";
import { SwitchField } from "@/components/form/switch-field";
import { SPEECH_EMOTIONS, supportsEmotion, VOICE_RANGES } from "@/lib/service/contract/speech-options";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { changeSetting } from "./change-setting";
import type { VoiceSetting } from "./speech-values";

export interface VoiceSettingFieldsProps extends FieldBinding<VoiceSetting | undefined> {
  /** Decides which emotions there are. */
  model: string;
  /** Only asynchronous speech takes `english_normalization` (unshown.md Long speech "voice_setting"). */
  offersNormalization: boolean;
}

const ranges = [
  { part: "speed", minimum: VOICE_RANGES.speed.min, maximum: VOICE_RANGES.speed.max, step: 0.05, unit: "×" },
  { part: "vol", minimum: 0.1, maximum: VOICE_RANGES.vol.max, step: 0.1, unit: "×" },
  { part: "pitch", minimum: VOICE_RANGES.pitch.min, maximum: VOICE_RANGES.pitch.max, step: 1, unit: "st" },
] as const;

/**
 * How the voice speaks: speed, volume, pitch, emotion, and English normalization where it is offered. Each is left out
 * until it is set. The voice itself is VoiceField's: bind both to the whole `voice_setting`, since two fields of which one holds a part of
 * the other do not hear of each other.
 */
export function VoiceSettingFields({
  name,
  value,
  onValueChange,
  onBlur,
  errors = {},
  disabled,
  model,
  offersNormalization,
}: VoiceSettingFieldsProps) {
  const t = useTranslations("speech.settings");
  const change = (part: Partial<VoiceSetting>) => onValueChange(changeSetting(value, part));
  const nameOf = (part: string) => (name ? `${name}.${part}` : undefined);
  return (
    <div className="grid gap-3">
      {ranges.map(({ part, ...range }) => (
        <RangeField
          key={part}
          {...range}
          name={nameOf(part)}
          label={t(`ranges.${part}`)}
          resetLabel={t("reset", { field: t(`ranges.${part}`) })}
          defaultValue={VOICE_RANGES[part].default}
          value={value?.[part]}
          onValueChange={(number) => change({ [part]: number })}
          onBlur={onBlur}
          error={errors[part]}
          disabled={disabled}
        />
      ))}
      <Field
        label={t("emotion")}
        error={errors.emotion}
        hint={value?.emotion === undefined ? t("emotionHint") : undefined}
        className="mt-1"
      >
        <Select
          name={nameOf("emotion")}
          value={value?.emotion ?? ""}
          disabled={disabled}
          onBlur={onBlur}
          onChange={(event) => {
            const chosen = SPEECH_EMOTIONS.find((emotion) => emotion === event.currentTarget.value);
            change({ emotion: chosen });
          }}
          options={[
            { value: "", label: t("emotions.automatic") },
            ...SPEECH_EMOTIONS.map((emotion) => {
              const offered = supportsEmotion(model, emotion);
              return {
                value: emotion,
                label: offered
                  ? t(`emotions.${emotion}`)
                  : t("emotionOf26", { emotion: t(`emotions.${emotion}`) }),
                disabled: !offered,
              };
            }),
          ]}
        />
      </Field>
      {offersNormalization && (
        <div className="mt-2">
          <SwitchField
            name={nameOf("english_normalization")}
            label={t("english_normalization")}
            hint={t("normalizationHint")}
            value={value?.english_normalization}
            onValueChange={(on) => change({ english_normalization: on ? true : undefined })}
            onBlur={onBlur}
            error={errors.english_normalization}
            disabled={disabled}
          />
        </div>
      )}
    </div>
  );
}
