"use client";

import { useTranslations } from "next-intl";
import type { FieldBinding } from "@/components/form/form-field";
import { RangeField } from "@/components/form/range-field";
import { SwitchField } from "@/components/form/switch-field";
import {
  SPEECH_EMOTIONS,
  supportsEmotion,
  VOICE_DEFAULTS,
  type SpeechValues,
} from "@/lib/service/contract/speech-options";
import { withChosen } from "@/components/form/model-select";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { changeSetting } from "../change-setting";
import type { VoiceSetting } from "./speech-values";

interface VoiceSettingFieldsProps extends FieldBinding<VoiceSetting | undefined> {
  /** Decides which emotions there are. */
  model: string;
  /** What the connected service takes. */
  offered: SpeechValues;
  /** Only asynchronous speech takes `english_normalization` (unshown.md Long speech "voice_setting"). */
  offersNormalization: boolean;
}

/** `above`: the minimum of the volume is out; the first step is in. */
const ranges = [
  { part: "speed", step: 0.05, unit: "×", above: 0 },
  { part: "vol", step: 0.1, unit: "×", above: 0.1 },
  { part: "pitch", step: 1, unit: "st", above: 0 },
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
  offered,
  offersNormalization,
}: VoiceSettingFieldsProps) {
  const t = useTranslations("voices.settings");
  const change = (part: Partial<VoiceSetting>) => onValueChange(changeSetting(value, part));
  const nameOf = (part: string) => (name ? `${name}.${part}` : undefined);

  /** A value of the person's own is its own name. */
  function nameEmotion(emotion: string): string {
    const known = SPEECH_EMOTIONS.find((each) => each === emotion);
    return known ? t(`emotions.${known}`) : emotion;
  }

  return (
    <div className="grid gap-3">
      {ranges.map(({ part, above, ...range }) => (
        <RangeField
          key={part}
          {...range}
          minimum={offered[part].min + above}
          maximum={offered[part].max}
          name={nameOf(part)}
          label={t(`ranges.${part}`)}
          resetLabel={t("reset", { field: t(`ranges.${part}`) })}
          defaultValue={VOICE_DEFAULTS[part]}
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
          onChange={(event) => change({ emotion: event.currentTarget.value || undefined })}
          options={[
            { value: "", label: t("emotions.automatic") },
            ...withChosen(offered.emotion, value?.emotion).map((emotion) => {
              const fits = supportsEmotion(model, emotion);
              const label = nameEmotion(emotion);
              return {
                value: emotion,
                label: fits ? label : t("emotionOf26", { emotion: label }),
                disabled: !fits,
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
