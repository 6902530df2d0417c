"use client";

import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useState } from "react";
import { useWatch } from "react-hook-form";
import { FormField } from "@/components/form/form-field";
import { SubmitRefusal } from "@/components/form/submit-refusal";
import { ModelSelect } from "@/components/form/model-select";
import { NumberField } from "@/components/form/number-field";
import { PromptField } from "@/components/form/prompt-field";
import { SubmitBar } from "@/components/form/submit-bar";
import { useSchemaForm } from "@/components/form/use-schema-form";
import { useErrorText } from "@/lib/i18n/use-error-text";
import { IMAGE_LIMITS, IMAGE_MODELS } from "@/lib/service/contract/image-options";
import type { GeneratorFormProps } from "../_kit/generator-form";
import { templateGenerator } from "./definition";
import { templateInputSchema, type TemplateFormValues } from "./template-input";

/** The form of this generator. Its rules are those of templateInputSchema, the same that server and worker parse with. */
export function TemplateForm({ initialInput, onInputChange, onSubmit }: GeneratorFormProps) {
  const t = useTranslations("generators.template");
  const errorText = useErrorText();
  const form = useSchemaForm(templateInputSchema, readInput(initialInput));
  const { control, formState } = form;
  const values = useWatch({ control }) as TemplateFormValues;
  const [refusal, setRefusal] = useState<{ title: string; action: string } | null>(null);

  const tellChange = useEffectEvent((changed: TemplateFormValues) => onInputChange(changed));
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
              options={IMAGE_MODELS.map((model) => ({ value: model }))}
            />
          )}
        </FormField>
        <FormField control={control} name="prompt">
          {(field) => (
            <PromptField
              {...field}
              onValueChange={(prompt) => field.onValueChange(prompt ?? "")}
              required
              label={t("fields.prompt")}
              maximumLength={IMAGE_LIMITS.promptMaxLength}
            />
          )}
        </FormField>
        <FormField control={control} name="n">
          {(field) => (
            <NumberField
              {...field}
              label={t("fields.n")}
              minimum={IMAGE_LIMITS.imagesMin}
              maximum={IMAGE_LIMITS.imagesMax}
            />
          )}
        </FormField>
      </div>
      <SubmitBar
        label={t("form.submit")}
        pending={formState.isSubmitting}
        summary={t("form.summary", { count: values.n ?? 1 })}
        problem={refusal ? <SubmitRefusal {...refusal} /> : null}
      />
    </form>
  );
}

const { shape } = templateInputSchema;

/** Fills the form from something untrusted: each field that its own rule accepts is taken, the rest begins anew. */
function readInput(input: unknown): TemplateFormValues {
  const given = (typeof input === "object" && input !== null ? input : {}) as Record<string, unknown>;
  const { model, prompt, n } = templateGenerator.defaultInput;
  return {
    model: shape.model.catch(model).parse(given.model),
    // A draft may be empty yet.
    prompt: typeof given.prompt === "string" ? given.prompt : prompt,
    n: shape.n.catch(n).parse(given.n),
  };
}
