"use client";

import { useTranslations, useFormatter } from "next-intl";
import { useState } from "react";
import { countCodePoints } from "@/lib/service/contract/text";
import { useFormField } from "@/components/form/form-field";
import { ModelSelect } from "@/components/form/model-select";
import { SwitchField } from "@/components/form/switch-field";
import { SpeechTextField } from "../_kit/spoken-text/speech-text-field";
import { findSpeechValueProblems } from "@/lib/service/contract/open-values";
import { SPEECH_LIMITS, SPEECH_MODELS, SPEECH_VALUES } from "@/lib/service/contract/speech-options";
import type { GeneratorFormProps } from "@/components/generators";
import { GeneratorFormLayout, strong } from "../_kit/generator-form-layout";
import { expectUsage } from "./expect-usage";
import { useGeneratorForm } from "../_kit/use-generator-form";
import { chosenFormat } from "../_kit/spoken-text/spoken-ties";
import { useTiedFields } from "../_kit/use-tied-fields";
import { readSpeechForm, toSentInput } from "./speech-form-values";
import { speechTies } from "./speech-ties";
import type { FieldErrors } from "react-hook-form";
import { bindPart } from "@/generators/_kit/change-setting";
import { VoiceField } from "@/components/voices/voice-field";
import { VoiceSettingFields } from "@/generators/_kit/spoken-text/voice-setting-fields";
import { writeVoiceTitle } from "@/lib/voices/voice-title";
import type { SpeechForm, SpeechFormValues } from "./speech-input";
import { AdvancedDrawer, LateFields } from "@/components/form/advanced-drawer";
import type { AdvancedFieldsProps } from "./advanced-fields";

const loadAdvancedFields = () => import("./advanced-fields");
const loadRules = async () => (await import("./speech-input")).speechInputSchema;

export default function SpeechForm({ initialInput, features, onInputChange, onSubmit }: GeneratorFormProps) {
  const t = useTranslations("generators.speech");
  const tVoices = useTranslations("voices");
  // Without a connection the defaults apply.
  const offered = features?.values.speech ?? SPEECH_VALUES;
  const [start] = useState(() => readSpeechForm(initialInput));
  const generatorForm = useGeneratorForm({
    loadRules,
    expectUsage,
    start: start.form,
    features,
    toSentInput,
    findProblems: (form) => findSpeechValueProblems(form, offered),
    onInputChange,
    onSubmit,
  });
  const { control, values, errors, layout } = generatorForm;
  const { parked, changeTied, nameParked } = useTiedFields("speech", generatorForm, speechTies, start.parked);
  const parkedByModel = nameParked("model", {
    language_boost: parked.language_boost && tVoices(`languages.${parked.language_boost}`),
  });
  const parkedByStream = nameParked("stream");

  return (
    <GeneratorFormLayout
      {...layout}
      generator="speech"
      model={values.model}
      label={t("form.submit")}
      summary={t.rich("form.summary", {
        strong,
        count: countCodePoints(values.text),
        format: chosenFormat(values),
        delivery: values.stream ? "stream" : "whole",
      })}
    >
      <ModelSelect
        {...useFormField(control, "model")}
        onValueChange={(model) => changeTied({ model })}
        label={t("fields.model")}
        hint={parkedByModel && t("form.parkedBy.model", { fields: parkedByModel })}
        options={SPEECH_MODELS.map((model) => ({ value: model, note: t(`models.${model}`) }))}
      />
      <SpeechTextField
        {...useFormField(control, "text")}
        maximumLength={SPEECH_LIMITS.textMaxLength}
        streamAboveLength={SPEECH_LIMITS.streamAboveLength}
        streaming={values.stream === true}
        onWantStream={() => changeTied({ stream: true })}
        placeholder={t("form.textPlaceholder")}
      />
      <VoiceFields control={control} values={values} offered={offered} parked={parked} />
      <SwitchField
        {...useFormField(control, "stream")}
        onValueChange={(stream) => changeTied({ stream })}
        label={t("fields.stream")}
        hint={
          parkedByStream
            ? t("form.parkedBy.stream", { fields: parkedByStream, state: String(values.stream === true) })
            : t("form.streamHint")
        }
      />
      <SwitchField
        {...useFormField(control, "subtitle_enable")}
        label={t("fields.subtitle_enable")}
        hint={values.stream ? t("form.subtitlesNeedWhole") : t("form.subtitlesHint")}
        disabled={values.stream}
      />
      <AdvancedSettings
        control={control}
        values={values}
        features={features}
        offered={offered}
        errors={errors}
        parked={parked}
        onTiedChange={changeTied}
      />
    </GeneratorFormLayout>
  );
}

type VoiceFieldsProps = Pick<AdvancedFieldsProps, "control" | "values" | "offered" | "parked">;

/** The voice and its settings: one object of the request, so one binding. */
function VoiceFields({ control, values, offered, parked }: VoiceFieldsProps) {
  const t = useTranslations("generators.speech.form");
  const mixed = values.timber_weights !== undefined;

  function describeMix(): string | undefined {
    if (!mixed) return undefined;
    return parked.voice_id
      ? t("mixDecidesVoice", { voice: writeVoiceTitle({ voiceId: parked.voice_id }) })
      : t("mixDecides");
  }

  const setting = useFormField(control, "voice_setting");

  return (
    <>
      <VoiceField {...bindPart(setting, "voice_id")} model={values.model} disabledReason={describeMix()} />
      <VoiceSettingFields {...setting} model={values.model} offered={offered} offersNormalization={false} />
    </>
  );
}

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

interface AdvancedSettingsProps extends AdvancedFieldsProps {
  errors: FieldErrors<SpeechFormValues>;
}

/** Rarely used fields, and which of them are set. */
function AdvancedSettings({ errors, ...fields }: AdvancedSettingsProps) {
  const t = useTranslations("generators.speech");
  const format = useFormatter();
  const set = fieldNames
    .filter((name) => fields.values[name] !== undefined && fields.values[name] !== false)
    .map((name) => t(`fields.${name}`));
  return (
    <AdvancedDrawer
      label={t("form.advanced")}
      hasError={fieldNames.some((name) => name in errors)}
      summary={set.length > 0 ? format.list(set) : t("form.advancedNone")}
    >
      <LateFields load={loadAdvancedFields} props={fields} />
    </AdvancedDrawer>
  );
}
