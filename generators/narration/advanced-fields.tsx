"use client";

import { useTranslations } from "next-intl";
import type { Control } from "react-hook-form";
import { useFormField } from "@/components/form/form-field";
import { SwitchField } from "@/components/form/switch-field";
import {
  NARRATION_FORMATS,
  VOICE_MODIFY_FORMATS,
  type SpeechValues,
} from "@/lib/service/contract/speech-options";
import { AudioSettingFields } from "../_kit/spoken-text/audio-setting-fields";
import { LanguageBoostField } from "../_kit/spoken-text/language-boost-field";
import { PronunciationField } from "../_kit/spoken-text/pronunciation-field";
import { chosenFormat } from "../_kit/spoken-text/spoken-ties";
import { VoiceModifyFields } from "../_kit/spoken-text/voice-modify-fields";
import { takesVoiceModify, type ParkedFields } from "./narration-form-values";
import type { NarrationForm, NarrationFormValues, NarrationInput } from "./narration-input";

/** service.md Text rules 4. */
const formatsWithoutModify = NARRATION_FORMATS.filter(
  (format) => !VOICE_MODIFY_FORMATS.some((name) => name === format),
);

export interface AdvancedFieldsProps {
  control: Control<NarrationFormValues, unknown, NarrationInput>;
  values: NarrationForm;
  offered: SpeechValues;
  parked: ParkedFields;
  /** Changes fields that others depend on. */
  onTiedChange: (change: Partial<NarrationForm>) => void;
}

/** Rarely used fields. A disabled one says why. Lazily loaded, hence the default export. */
export default function AdvancedFields(props: AdvancedFieldsProps) {
  const { control, values, offered, parked, onTiedChange } = props;
  const t = useTranslations("generators.narration");
  const disabledFormats = values.voice_modify
    ? Object.fromEntries(formatsWithoutModify.map((name) => [name, t("form.formatRefusesModify")]))
    : {};

  return (
    <>
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
    </>
  );
}
