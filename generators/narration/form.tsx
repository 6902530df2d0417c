"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { FormField } from "@/components/form/form-field";
import { ModelSelect } from "@/components/form/model-select";
import { NARRATION_MODELS, SPEECH_VALUES } from "@/lib/service/contract/speech-options";
import { findSpeechValueProblems } from "@/lib/service/contract/open-values";
import type { GeneratorFormProps } from "@/components/generators";
import { GeneratorFormFrame } from "../_kit/generator-form-frame";
import { useGeneratorForm } from "../_kit/use-generator-form";
import { useTiedFields } from "../_kit/use-tied-fields";
import { AdvancedFields } from "./fields/advanced-fields";
import { NarrationSubmitBar } from "./fields/narration-submit-bar";
import { TextSourceField } from "./fields/text-source-field";
import { useParkedWords } from "./fields/use-parked-words";
import { VoiceFields } from "./fields/voice-fields";
import {
  chooseSource,
  readNarrationForm,
  textSources,
  toSentInput,
  type ParkedSources,
  type TextSource,
} from "./narration-form-values";
import { settleNarration } from "./narration-ties";

/** The rules come when the form is first used: it is in sight before them. */
const loadRules = async () => (await import("./narration-input")).narrationInputSchema;

/** The form of the narration generator. Its rules are those of narrationInputSchema, the same that server and worker parse with. */
export default function NarrationForm({
  initialInput,
  features,
  onInputChange,
  onSubmit,
}: GeneratorFormProps) {
  const t = useTranslations("generators.narration");
  // Without a connection nobody knows more than what is shipped.
  const offered = features?.values.speech ?? SPEECH_VALUES;
  const [start] = useState(() => readNarrationForm(initialInput));
  const [source, setSource] = useState(start.source);
  const [parkedSources, setParkedSources] = useState<ParkedSources>({});
  const generatorForm = useGeneratorForm({
    loadRules,
    start: start.form,
    toDraft: toSentInput,
    toSentInput,
    findProblems: (form) => findSpeechValueProblems(form, offered),
    onInvalid: ({ text }) => {
      // The rule that a text is needed speaks of the text, which another source has not got.
      if (text && source !== "text") document.querySelector<HTMLElement>(`[name="${source}"]`)?.focus();
    },
    onInputChange,
    onSubmit,
  });
  const { form, control, values, errors, frame, bar } = generatorForm;
  const { parked, changeTied } = useTiedFields(generatorForm, settleNarration, start.parked);
  const parkedWords = useParkedWords(values, parked);

  function changeSource(chosen: TextSource) {
    const switched = chooseSource(generatorForm.readNow(), parkedSources, chosen);
    for (const name of textSources) form.clearErrors(name);
    for (const name of textSources) form.setValue(name, switched.form[name], { shouldDirty: true });
    setParkedSources(switched.parked);
    setSource(chosen);
  }

  return (
    <GeneratorFormFrame {...frame} bar={<NarrationSubmitBar values={values} {...bar} />}>
      <FormField control={control} name="model">
        {(field) => (
          <ModelSelect
            {...field}
            onValueChange={(model) => changeTied({ model })}
            label={t("fields.model")}
            hint={parkedWords}
            options={NARRATION_MODELS.map((model) => ({ value: model, note: t(`models.${model}`) }))}
          />
        )}
      </FormField>
      <TextSourceField
        control={control}
        source={source}
        onSourceChange={changeSource}
        model={values.model}
        takesFiles={features?.endpoints.fileUpload !== false}
        missing={errors.text?.message}
      />
      <VoiceFields control={control} model={values.model} offered={offered} />
      <AdvancedFields
        control={control}
        values={values}
        offered={offered}
        errors={errors}
        parked={parked}
        onTiedChange={changeTied}
      />
    </GeneratorFormFrame>
  );
}
