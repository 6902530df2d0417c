"use client";

import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useState } from "react";
import { useWatch } from "react-hook-form";
import { countCodePoints } from "@/components/form/count-code-points";
import { FormField } from "@/components/form/form-field";
import { ModelSelect } from "@/components/form/model-select";
import { SubmitBar } from "@/components/form/submit-bar";
import { useSchemaForm } from "@/components/form/use-schema-form";
import { SpeechTextField } from "@/components/speech/speech-text-field";
import { useErrorText } from "@/lib/i18n/use-error-text";
import { NARRATION_LIMITS, NARRATION_MODELS } from "@/lib/service/contract/narration-options";
import { supportsToneTags } from "@/lib/service/contract/tone-tags";
import type { GeneratorFormProps } from "../_kit/generator-form";
import type { NarrationFormValues } from "./narration-input";
import { newNarrationInput } from "./new-narration-input";

/** The rules come when the form is first used: it is in sight before them. */
const loadRules = async () => (await import("./narration-input")).narrationInputSchema;

/** The form of the narration generator. Its rules are those of narrationInputSchema, the same that server and worker parse with. */
export function NarrationForm({ initialInput, onInputChange, onSubmit }: GeneratorFormProps) {
  const t = useTranslations("generators.narration");
  const errorText = useErrorText();
  const form = useSchemaForm(loadRules, { ...newNarrationInput, ...(initialInput as NarrationFormValues) });
  const { control, formState } = form;
  const values = useWatch({ control }) as NarrationFormValues;
  const [refusal, setRefusal] = useState<{ title: string; action: string } | null>(null);

  const tellChange = useEffectEvent((changed: NarrationFormValues) => onInputChange(changed));
  useEffect(() => tellChange(values), [values]);

  const submit = form.handleSubmit(async (input) => {
    setRefusal(null);
    const outcome = await onSubmit(input);
    if (outcome.ok) return;
    const { code, fields } = outcome.problem;
    if (!form.showFieldProblems(fields)) setRefusal(errorText(code));
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex min-h-full flex-1 flex-col">
      <div className="grid flex-1 content-start gap-5 px-4 pb-6 lg:px-6">
        <FormField control={control} name="model">
          {(field) => (
            <ModelSelect
              {...field}
              label={t("fields.model")}
              options={NARRATION_MODELS.map((model) => ({ value: model, note: t(`models.${model}`) }))}
            />
          )}
        </FormField>
        <FormField control={control} name="text">
          {(field) => (
            <SpeechTextField
              {...field}
              value={field.value ?? ""}
              maximumLength={NARRATION_LIMITS.textMaxLength}
              toneTags={{ allowed: supportsToneTags(values.model) }}
            />
          )}
        </FormField>
      </div>
      <SubmitBar
        label={t("form.submit")}
        pending={formState.isSubmitting}
        summary={t.rich("form.summary", {
          strong: (text) => <strong>{text}</strong>,
          count: countCodePoints(values.text ?? ""),
        })}
        problem={
          refusal ? (
            <p role="alert" className="text-sm text-text-2">
              <strong className="font-medium text-text">{refusal.title}</strong> {refusal.action}
            </p>
          ) : null
        }
      />
    </form>
  );
}
