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
import { bindPart } from "../change-setting";
import type { VoiceSetting } from "./speech-values";

interface VoiceSettingFieldsProps extends FieldBinding<VoiceSetting | undefined> {
  model: string;
  /** The values that the connected service accepts. */
  offered: SpeechValues;
  /** Only asynchronous speech takes `english_normalization` (unshown.md Long speech "voice_setting"). */
  offersNormalization: boolean;
}

/** `above`: the minimum is exclusive, so the first step above it is the lowest value. */
const ranges = [
  { part: "speed", step: 0.05, unit: "×", above: 0 },
  { part: "vol", step: 0.1, unit: "×", above: 0.1 },
  { part: "pitch", step: 1, unit: "st", above: 0 },
] as const;

/**
 * Speed, volume, pitch, emotion and, if offered, English normalization. Untouched settings are not sent. Bind this and
 * VoiceField to the whole `voice_setting`: bindings to parts of it do not notice each other.
 */
export function VoiceSettingFields({
  model,
  offered,
  offersNormalization,
  ...field
}: VoiceSettingFieldsProps) {
  const t = useTranslations("voices.settings");
  const { error: emotionError, onValueChange: changeEmotion, ...emotionField } = bindPart(field, "emotion");
  const normalization = bindPart(field, "english_normalization");

  /** Custom values have no translation. */
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
          {...bindPart(field, part)}
          minimum={offered[part].min + above}
          maximum={offered[part].max}
          label={t(`ranges.${part}`)}
          resetLabel={t("reset", { field: t(`ranges.${part}`) })}
          defaultValue={VOICE_DEFAULTS[part]}
        />
      ))}
      <Field
        label={t("emotion")}
        error={emotionError}
        hint={emotionField.value === undefined ? t("emotionHint") : undefined}
        className="mt-1"
      >
        <Select
          {...emotionField}
          value={emotionField.value ?? ""}
          onChange={(event) => changeEmotion(event.currentTarget.value || undefined)}
          options={[
            { value: "", label: t("emotions.automatic") },
            ...withChosen(offered.emotion, emotionField.value).map((emotion) => {
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
            {...normalization}
            label={t("english_normalization")}
            hint={t("normalizationHint")}
            onValueChange={(on) => normalization.onValueChange(on || undefined)}
          />
        </div>
      )}
    </div>
  );
}
