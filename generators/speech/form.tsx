"use client";

import { useTranslations, useFormatter } from "next-intl";
import { useState, type ReactNode } from "react";
import { countCodePoints } from "@/components/form/count-code-points";
import { FormField } from "@/components/form/form-field";
import { ModelSelect } from "@/components/form/model-select";
import { SwitchField } from "@/components/form/switch-field";
import { SpeechTextField } from "../_kit/spoken-text/speech-text-field";
import { findSpeechValueProblems } from "@/lib/service/contract/open-values";
import {
  SPEECH_LIMITS,
  SPEECH_MODELS,
  SPEECH_VALUES,
  SPEECH_EMOTIONS_OF_2_6,
} from "@/lib/service/contract/speech-options";
import type { GeneratorFormProps } from "@/components/generators";
import { GeneratorFormFrame } from "../_kit/generator-form-frame";
import { useGeneratorForm } from "../_kit/use-generator-form";
import { chosenFormat } from "../_kit/spoken-text/spoken-ties";
import { useTiedFields } from "../_kit/use-tied-fields";
import { AdvancedFields } from "./fields/advanced-fields";
import { VoiceFields } from "./fields/voice-fields";
import { readSpeechForm, toSentInput } from "./speech-form-values";
import { settleSpeech, listParkedFields, type ParkedFields, type TiedField } from "./speech-ties";
import type { SpeechForm as SpeechFormFields } from "./speech-input";

const loadRules = async () => (await import("./speech-input")).speechInputSchema;

const strong = (text: ReactNode) => <strong>{text}</strong>;

export default function SpeechForm({ initialInput, features, onInputChange, onSubmit }: GeneratorFormProps) {
  const t = useTranslations("generators.speech");
  // Without a connection the defaults apply.
  const offered = features?.values.speech ?? SPEECH_VALUES;
  const [start] = useState(() => readSpeechForm(initialInput));
  const generatorForm = useGeneratorForm({
    loadRules,
    start: start.form,
    features,
    toSentInput,
    findProblems: (form) => findSpeechValueProblems(form, offered),
    onInputChange,
    onSubmit,
  });
  const { control, values, errors, frame } = generatorForm;
  const { parked, changeTied } = useTiedFields(generatorForm, settleSpeech, start.parked);
  const describeParked = useParkedWords(values, parked);

  return (
    <GeneratorFormFrame
      {...frame}
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
      <FormField control={control} name="model">
        {(field) => (
          <ModelSelect
            {...field}
            onValueChange={(model) => changeTied({ model })}
            label={t("fields.model")}
            hint={describeParked("model")}
            options={SPEECH_MODELS.map((model) => ({ value: model, note: t(`models.${model}`) }))}
          />
        )}
      </FormField>
      <FormField control={control} name="text">
        {(field) => (
          <SpeechTextField
            {...field}
            maximumLength={SPEECH_LIMITS.textMaxLength}
            streamAboveLength={SPEECH_LIMITS.streamAboveLength}
            streaming={values.stream === true}
            onWantStream={() => changeTied({ stream: true })}
            placeholder={t("form.textPlaceholder")}
          />
        )}
      </FormField>
      <VoiceFields control={control} values={values} offered={offered} parked={parked} />
      <FormField control={control} name="stream">
        {(field) => (
          <SwitchField
            {...field}
            onValueChange={(stream) => changeTied({ stream })}
            label={t("fields.stream")}
            hint={describeParked("stream") ?? t("form.streamHint")}
          />
        )}
      </FormField>
      <FormField control={control} name="subtitle_enable">
        {(field) => (
          <SwitchField
            {...field}
            label={t("fields.subtitle_enable")}
            hint={values.stream ? t("form.subtitlesNeedWhole") : t("form.subtitlesHint")}
            disabled={values.stream}
          />
        )}
      </FormField>
      <AdvancedFields
        control={control}
        values={values}
        features={features}
        offered={offered}
        errors={errors}
        parked={parked}
        onTiedChange={changeTied}
      />
    </GeneratorFormFrame>
  );
}

/** Names the values parked because of a field; undefined if there are none. */
function useParkedWords(
  values: SpeechFormFields,
  parked: ParkedFields,
): (causedBy: "model" | "stream") => string | undefined {
  const t = useTranslations("generators.speech");
  const tSpeech = useTranslations("voices");
  const format = useFormatter();

  // Only these emotions depend on the model.
  const emotion = SPEECH_EMOTIONS_OF_2_6.find((each) => each === parked.emotion);

  function name(field: TiedField): string {
    if (field === "emotion" && emotion)
      return t("form.named", { field: t("fields.emotion"), value: t(`values.emotion.${emotion}`) });
    if (field === "language_boost")
      return t("form.named", {
        field: t("fields.language_boost"),
        value: tSpeech(`languages.${parked.language_boost!}`),
      });
    if (field === "format") return t("form.named", { field: t("fields.format"), value: parked.format! });
    if (field === "output_format")
      return t("form.named", {
        field: t("fields.output_format"),
        value: t(`values.output_format.${parked.output_format!}`),
      });
    return t(`fields.${field}`);
  }

  return (causedBy) => {
    const fields = listParkedFields(values, parked, causedBy);
    if (fields.length === 0) return undefined;
    const put = format.list(fields.map(name));
    return causedBy === "model"
      ? t("form.parkedBy.model", { fields: put })
      : t("form.parkedBy.stream", { fields: put, state: String(values.stream === true) });
  };
}
