"use client";

import { useFormatter, useTranslations } from "next-intl";
import type { Control, FieldErrors } from "react-hook-form";
import { AdvancedDrawer } from "@/components/form/advanced-drawer";
import { useFormField } from "@/components/form/form-field";
import { SwitchField } from "@/components/form/switch-field";
import { chosenFormat } from "@/generators/_kit/spoken-text/spoken-ties";
import { AudioSettingFields } from "@/generators/_kit/spoken-text/audio-setting-fields";
import { LanguageBoostField } from "@/generators/_kit/spoken-text/language-boost-field";
import { PronunciationField } from "@/generators/_kit/spoken-text/pronunciation-field";
import { VoiceModifyFields } from "@/generators/_kit/spoken-text/voice-modify-fields";
import {
  NARRATION_FORMATS,
  VOICE_MODIFY_FORMATS,
  type SpeechValues,
} from "@/lib/service/contract/speech-options";
import type { NarrationForm, NarrationFormValues, NarrationInput } from "../narration-input";
import { takesVoiceModify, type ParkedFields } from "../narration-form-values";

const fieldNames = [
  "language_boost",
  "pronunciation_dict",
  "audio_setting",
  "voice_modify",
  "aigc_watermark",
] as const satisfies (keyof NarrationForm)[];

/** service.md Text rules 4. */
const formatsWithoutModify = NARRATION_FORMATS.filter(
  (format) => !VOICE_MODIFY_FORMATS.some((name) => name === format),
);

interface AdvancedFieldsProps {
  control: Control<NarrationFormValues, unknown, NarrationInput>;
  values: NarrationForm;
  offered: SpeechValues;
  errors: FieldErrors<NarrationFormValues>;
  parked: ParkedFields;
  /** Changes fields that others depend on. */
  onTiedChange: (change: Partial<NarrationForm>) => void;
}

/** Rarely used fields. A disabled one says why. */
export function AdvancedFields(props: AdvancedFieldsProps) {
  const { control, values, offered, errors, parked, onTiedChange } = props;
  const t = useTranslations("generators.narration");
  const format = useFormatter();
  const set = fieldNames
    .filter((name) => values[name] !== undefined && values[name] !== false)
    .map((name) => t(`fields.${name}`));
  const disabledFormats = values.voice_modify
    ? Object.fromEntries(formatsWithoutModify.map((name) => [name, t("form.formatRefusesModify")]))
    : {};

  return (
    <AdvancedDrawer
      label={t("form.advanced")}
      hasError={fieldNames.some((name) => name in errors)}
      summary={set.length > 0 ? format.list(set) : t("form.advancedNone")}
    >
      <LanguageBoostField {...useFormField(control, "language_boost")} model={values.model} />
      <PronunciationField {...useFormField(control, "pronunciation_dict")} />
      <AudioSettingFields
        {...useFormField(control, "audio_setting")}
        onValueChange={(audio_setting) => onTiedChange({ audio_setting })}
        formats={NARRATION_FORMATS}
        rateField="audio_sample_rate"
        offered={offered}
        disabledFormats={disabledFormats}
      />
      <VoiceModifyFields
        {...useFormField(control, "voice_modify")}
        offered={offered}
        disabledReason={
          takesVoiceModify(values)
            ? undefined
            : t("form.modifyNeedsFormat", {
                format: chosenFormat(values),
                parked: String(parked.voice_modify !== undefined),
              })
        }
      />
      <SwitchField
        {...useFormField(control, "aigc_watermark")}
        label={t("fields.aigc_watermark")}
        hint={t("form.watermarkHint")}
      />
    </AdvancedDrawer>
  );
}
