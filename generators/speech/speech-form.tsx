"use client";

import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useState, type ReactNode } from "react";
import { useWatch } from "react-hook-form";
import { countCodePoints } from "@/components/form/count-code-points";
import { FormField } from "@/components/form/form-field";
import { ModelSelect } from "@/components/form/model-select";
import { PromptField } from "@/components/form/prompt-field";
import { SubmitBar } from "@/components/form/submit-bar";
import { SwitchField } from "@/components/form/switch-field";
import { useSchemaForm } from "@/components/form/use-schema-form";
import { useErrorText } from "@/lib/i18n/use-error-text";
import { SPEECH_LIMITS, SPEECH_MODELS } from "@/lib/service/contract/speech-options";
import type { GeneratorFormProps } from "../_kit/generator-form";
import { speechGenerator } from "./definition";
import type { SpeechFormValues } from "./speech-input";

/** The rules come when the form is first used: it is in sight before them. */
const loadRules = async () => (await import("./speech-input")).speechInputSchema;

/** The form of the speech generator. Its rules are those of speechInputSchema, the same that server and worker parse with. */
export function SpeechForm({ initialInput, onInputChange, onSubmit }: GeneratorFormProps) {
  const t = useTranslations("generators.speech");
  const errorText = useErrorText();
  const form = useSchemaForm(loadRules, {
    ...speechGenerator.defaultInput,
    ...(initialInput as SpeechFormValues),
  });
  const { control, formState } = form;
  const values = useWatch({ control }) as SpeechFormValues;
  const [refusal, setRefusal] = useState<{ title: string; action: string } | null>(null);

  const tellChange = useEffectEvent((changed: SpeechFormValues) => onInputChange(changed));
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
              options={SPEECH_MODELS.map((model) => ({ value: model, note: t(`models.${model}`) }))}
            />
          )}
        </FormField>
        <FormField control={control} name="text">
          {(field) => (
            <PromptField
              {...field}
              onValueChange={(text) => field.onValueChange(text ?? "")}
              required
              label={t("fields.text")}
              maximumLength={SPEECH_LIMITS.textMaxLength}
            />
          )}
        </FormField>
        <FormField control={control} name="stream">
          {(field) => <SwitchField {...field} label={t("fields.stream")} />}
        </FormField>
      </div>
      <SubmitBar
        label={t("form.submit")}
        pending={formState.isSubmitting}
        summary={t.rich("form.summary", {
          strong: (text: ReactNode) => <strong>{text}</strong>,
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
