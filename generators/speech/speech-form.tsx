"use client";

import { useLocale, useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useState } from "react";
import { useWatch } from "react-hook-form";
import { FormField } from "@/components/form/form-field";
import { ignoreSecondClick } from "@/components/form/ignore-second-click";
import { SubmitRefusal } from "@/components/form/submit-refusal";
import { ModelSelect } from "@/components/form/model-select";
import { SwitchField } from "@/components/form/switch-field";
import { useSchemaForm } from "@/components/form/use-schema-form";
import { SpeechTextField } from "@/components/speech/speech-text-field";
import { useErrorText } from "@/lib/i18n/use-error-text";
import { SPEECH_LIMITS, SPEECH_MODELS } from "@/lib/service/contract/speech-options";
import type { GeneratorFormProps } from "../_kit/generator-form";
import { AdvancedFields } from "./fields/advanced-fields";
import { SpeechSubmitBar } from "./fields/speech-submit-bar";
import { useParkedWords } from "./fields/use-parked-words";
import { VoiceFields } from "./fields/voice-fields";
import { localiseNewInput } from "./new-speech-input";
import { readSpeechForm, toSentInput } from "./speech-form-values";
import type { SpeechForm as SpeechFormFields } from "./speech-input";
import { settleSpeech } from "./speech-ties";

/** The rules come when the form is first used: it is in sight before them. */
const loadRules = async () => (await import("./speech-input")).speechInputSchema;

/** The form of the speech generator. Its rules are those of speechInputSchema, the same that server and worker parse with. */
export function SpeechForm({ initialInput, features, onInputChange, onSubmit }: GeneratorFormProps) {
  const t = useTranslations("generators.speech");
  const errorText = useErrorText();
  const locale = useLocale();
  const [start] = useState(() => readSpeechForm(localiseNewInput(initialInput, locale)));
  const form = useSchemaForm(loadRules, start.form);
  const { control, formState } = form;
  const values = useWatch({ control }) as SpeechFormFields;
  const [parked, setParked] = useState(start.parked);
  const [refusal, setRefusal] = useState<{ title: string; action: string } | null>(null);
  const describeParked = useParkedWords(values, parked);

  const tellChange = useEffectEvent((changed: SpeechFormFields) => onInputChange(toSentInput(changed, null)));
  useEffect(() => tellChange(values), [values]);

  /** Changes a field that others are tied to: what no longer fits is put aside, what fits again comes back. */
  function changeTied(change: Partial<SpeechFormFields>) {
    const before = form.getValues() as SpeechFormFields;
    const settled = settleSpeech({ ...before, ...change }, parked);
    for (const name of Object.keys(settled.form) as (keyof SpeechFormFields)[]) {
      if (settled.form[name] !== before[name]) form.setValue(name, settled.form[name], { shouldDirty: true });
    }
    setParked(settled.parked);
    if (formState.isSubmitted) void form.trigger();
  }

  const submit = form.handleSubmit(async (input) => {
    setRefusal(null);
    const outcome = await onSubmit(toSentInput(input as SpeechFormFields, features));
    if (outcome.ok) return;
    const { code, fields } = outcome.problem;
    if (!form.showFieldProblems(fields)) setRefusal(errorText(code));
  });

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
        <VoiceFields control={control} values={values} parked={parked} />
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
          errors={formState.errors}
          parked={parked}
          onTiedChange={changeTied}
        />
      </div>
      <SpeechSubmitBar
        values={values}
        pending={formState.isSubmitting}
        problem={refusal ? <SubmitRefusal {...refusal} /> : null}
      />
    </form>
  );
}
