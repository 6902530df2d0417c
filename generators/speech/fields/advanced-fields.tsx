"use client";

import { useFormatter, useTranslations } from "next-intl";
import type { Control, FieldErrors } from "react-hook-form";
import { AdvancedDrawer } from "@/components/form/advanced-drawer";
import { FormField, useFormField } from "@/components/form/form-field";
import { SegmentedField } from "@/components/form/segmented-field";
import { SwitchField } from "@/components/form/switch-field";
import { chosenFormat } from "@/generators/_kit/spoken-text/spoken-ties";
import { bindPart } from "@/generators/_kit/change-setting";
import { AudioSettingFields } from "@/generators/_kit/spoken-text/audio-setting-fields";
import { LanguageBoostField } from "@/generators/_kit/spoken-text/language-boost-field";
import { PronunciationField } from "@/generators/_kit/spoken-text/pronunciation-field";
import { TimberWeightsField } from "./timber-weights-field";
import { VoiceModifyFields } from "@/generators/_kit/spoken-text/voice-modify-fields";
import {
  SPEECH_FORMATS,
  SPEECH_OUTPUT_FORMATS,
  type SpeechValues,
} from "@/lib/service/contract/speech-options";
import type { FormFeatures } from "@/components/generators";
import type { SpeechForm, SpeechFormValues, SpeechInput } from "../speech-input";
import { takesVoiceModify, type ParkedFields } from "../speech-ties";

const fieldNames = [
  "language_boost",
  "pronunciation_dict",
  "timber_weights",
  "voice_modify",
  "audio_setting",
  "output_format",
  "aigc_watermark",
  "stream_options",
] as const satisfies (keyof SpeechForm)[];

interface AdvancedFieldsProps {
  control: Control<SpeechFormValues, unknown, SpeechInput>;
  values: SpeechForm;
  features: FormFeatures | null;
  offered: SpeechValues;
  errors: FieldErrors<SpeechFormValues>;
  parked: ParkedFields;
  /** Changes fields that others depend on. */
  onTiedChange: (change: Partial<SpeechForm>) => void;
}

/** Rarely used fields. A disabled one says why. */
export function AdvancedFields(props: AdvancedFieldsProps) {
  const { control, values, features, offered, errors, parked, onTiedChange } = props;
  const t = useTranslations("generators.speech");
  const format = useFormatter();
  const { model, stream = false } = values;
  const soundFormat = chosenFormat(values);
  const hasParkedModify = String(parked.voice_modify !== undefined);
  const hasMix = features?.fields.speech.timber_weights !== false;
  const set = fieldNames
    .filter((name) => values[name] !== undefined && values[name] !== false)
    .map((name) => t(`fields.${name}`));

  function describeModify(): string | undefined {
    if (takesVoiceModify(values)) return undefined;
    return stream
      ? t("form.modifyNeedsMp3", { format: soundFormat, parked: hasParkedModify })
      : t("form.modifyNeedsFormat", { format: soundFormat, parked: hasParkedModify });
  }

  const outputFormatField = useFormField(control, "output_format");
  const excludeField = bindPart(useFormField(control, "stream_options"), "exclude_aggregated_audio");

  return (
    <AdvancedDrawer
      label={t("form.advanced")}
      hasError={fieldNames.some((name) => name in errors)}
      summary={set.length > 0 ? format.list(set) : t("form.advancedNone")}
    >
      <LanguageBoostField {...useFormField(control, "language_boost")} model={model} />
      <PronunciationField {...useFormField(control, "pronunciation_dict")} />
      {hasMix ? (
        <FormField control={control} name="timber_weights">
          {(field) => (
            <TimberWeightsField
              {...field}
              onValueChange={(timber_weights) => onTiedChange({ timber_weights })}
              model={model}
              offered={offered}
            />
          )}
        </FormField>
      ) : (
        <p className="text-2xs text-text-3">{t("form.mixNotOffered")}</p>
      )}
      <AudioSettingFields
        {...useFormField(control, "audio_setting")}
        onValueChange={(audio_setting) => onTiedChange({ audio_setting })}
        formats={SPEECH_FORMATS}
        rateField="sample_rate"
        offered={offered}
        disabledFormats={stream ? { wav: t("form.notStreamed") } : {}}
      />
      <VoiceModifyFields
        {...useFormField(control, "voice_modify")}
        offered={offered}
        disabledReason={describeModify()}
      />
      <SegmentedField
        {...outputFormatField}
        value={outputFormatField.value ?? "hex"}
        label={t("fields.output_format")}
        hint={stream ? t("form.deliveryStreamed") : t("form.deliveryHint")}
        disabled={stream}
        options={SPEECH_OUTPUT_FORMATS.toReversed().map((value) => ({
          value,
          label: t(`values.output_format.${value}`),
        }))}
      />
      <SwitchField
        {...useFormField(control, "aigc_watermark")}
        label={t("fields.aigc_watermark")}
        hint={stream ? t("form.watermarkNeedsWhole") : t("form.watermarkHint")}
        disabled={stream}
      />
      <SwitchField
        {...excludeField}
        onValueChange={(on) => excludeField.onValueChange(on || undefined)}
        label={t("fields.exclude_aggregated_audio")}
        hint={stream ? t("form.excludeHint") : t("form.excludeNeedsStream")}
        disabled={!stream}
      />
    </AdvancedDrawer>
  );
}
