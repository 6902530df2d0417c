"use client";

import { useLocale, useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useState } from "react";
import { useWatch } from "react-hook-form";
import { FormField } from "@/components/form/form-field";
import { ignoreSecondClick } from "@/components/form/ignore-second-click";
import { SubmitRefusal } from "@/components/form/submit-refusal";
import { ModelSelect } from "@/components/form/model-select";
import { useSchemaForm } from "@/components/form/use-schema-form";
import { useErrorText } from "@/lib/i18n/use-error-text";
import { NARRATION_MODELS } from "@/lib/service/contract/narration-options";
import type { GeneratorFormProps } from "../_kit/generator-form";
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
import type { NarrationForm as NarrationFormFields } from "./narration-input";
import { settleNarration } from "./narration-ties";
import { localiseNewInput } from "./new-narration-input";

/** The rules come when the form is first used: it is in sight before them. */
const loadRules = async () => (await import("./narration-input")).narrationInputSchema;

/** The form of the narration generator. Its rules are those of narrationInputSchema, the same that server and worker parse with. */
export function NarrationForm({ initialInput, features, onInputChange, onSubmit }: GeneratorFormProps) {
  const t = useTranslations("generators.narration");
  const errorText = useErrorText();
  const locale = useLocale();
  const [start] = useState(() => readNarrationForm(localiseNewInput(initialInput, locale)));
  const form = useSchemaForm(loadRules, start.form);
  const { control, formState, setValue } = form;
  const values = useWatch({ control }) as NarrationFormFields;
  const [source, setSource] = useState(start.source);
  const [parkedSources, setParkedSources] = useState<ParkedSources>({});
  const [parked, setParked] = useState(start.parked);
  const [refusal, setRefusal] = useState<{ title: string; action: string } | null>(null);
  const parkedWords = useParkedWords(values, parked);

  const tellChange = useEffectEvent((changed: NarrationFormFields) => onInputChange(toSentInput(changed)));
  useEffect(() => tellChange(values), [values]);

  /** Sets what is not as it was, on what was typed last: an editor may tell of its text a moment later. */
  function setChanged(next: Partial<NarrationFormFields>) {
    const known = form.getValues() as NarrationFormFields;
    for (const name of Object.keys(next) as (keyof NarrationFormFields)[]) {
      if (next[name] !== known[name]) setValue(name, next[name], { shouldDirty: true });
    }
    if (formState.isSubmitted) void form.trigger();
  }

  /** Changes a field that others are tied to: what no longer fits is put aside, what fits again comes back. */
  function changeTied(change: Partial<NarrationFormFields>) {
    const known = form.getValues() as NarrationFormFields;
    const settled = settleNarration({ ...known, ...change }, parked);
    setChanged(settled.form);
    setParked(settled.parked);
  }

  function changeSource(chosen: TextSource) {
    const known = form.getValues() as NarrationFormFields;
    const switched = chooseSource(known, parkedSources, chosen);
    for (const name of textSources) form.clearErrors(name);
    for (const name of textSources) setValue(name, switched.form[name], { shouldDirty: true });
    setParkedSources(switched.parked);
    setSource(chosen);
  }

  const submit = form.handleSubmit(
    async (input) => {
      setRefusal(null);
      const outcome = await onSubmit(toSentInput(input as NarrationFormFields));
      if (outcome.ok) return;
      const { code, fields } = outcome.problem;
      if (!form.showFieldProblems(fields)) setRefusal(errorText(code));
    },
    ({ text }) => {
      // The rule that a text is needed speaks of the text, which another source has not got.
      if (text && source !== "text") document.querySelector<HTMLElement>(`[name="${source}"]`)?.focus();
    },
  );

  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      onClickCapture={ignoreSecondClick}
      onFocus={() => void loadRules()}
      className="flex min-h-full flex-1 flex-col"
    >
      <div className="grid flex-1 content-start gap-5 px-4 pb-6 lg:px-6">
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
          missing={formState.errors.text?.message}
        />
        <VoiceFields control={control} model={values.model} />
        <AdvancedFields
          control={control}
          values={values}
          errors={formState.errors}
          parked={parked}
          onTiedChange={changeTied}
        />
      </div>
      <NarrationSubmitBar
        values={values}
        pending={formState.isSubmitting}
        problem={refusal ? <SubmitRefusal {...refusal} /> : null}
      />
    </form>
  );
}
