"use client";

import { useTranslations } from "next-intl";
import { useFormField } from "@/components/form/form-field";
import { ModelSelect } from "@/components/form/model-select";
import { NumberField } from "@/components/form/number-field";
import { PromptField } from "@/components/form/prompt-field";
import { IMAGE_LIMITS, IMAGE_MODELS } from "@/lib/service/contract/image-options";
import type { GeneratorFormProps } from "@/components/generators";
import { GeneratorFormLayout } from "../_kit/generator-form-layout";
import { expectUsage } from "./expect-usage";
import { useGeneratorForm } from "../_kit/use-generator-form";
import { readFields, readNumber, readOneOf, readText, type FieldReaders } from "../_kit/field-readers";
import type { TemplateFormValues } from "./template-input";

const loadRules = async () => (await import("./template-input")).templateInputSchema;

const toSentInput = (form: TemplateFormValues): Record<string, unknown> => form;

export default function TemplateForm({ initialInput, onInputChange, onSubmit }: GeneratorFormProps) {
  const t = useTranslations("generators.template");
  const { control, values, layout } = useGeneratorForm({
    loadRules,
    expectUsage,
    start: readInput(initialInput),
    toSentInput,
    onInputChange,
    onSubmit,
  });

  const promptField = useFormField(control, "prompt");

  return (
    <GeneratorFormLayout
      {...layout}
      generator="template"
      model={values.model}
      label={t("form.submit")}
      summary={t("form.summary", { count: values.n ?? 1 })}
    >
      <ModelSelect
        {...useFormField(control, "model")}
        label={t("fields.model")}
        options={IMAGE_MODELS.map((model) => ({ value: model }))}
      />
      <PromptField
        {...promptField}
        onValueChange={(prompt) => promptField.onValueChange(prompt ?? "")}
        required
        label={t("fields.prompt")}
        maximumLength={IMAGE_LIMITS.promptMaxLength}
      />
      <NumberField
        {...useFormField(control, "n")}
        label={t("fields.n")}
        minimum={IMAGE_LIMITS.imagesMin}
        maximum={IMAGE_LIMITS.imagesMax}
      />
    </GeneratorFormLayout>
  );
}

const fieldReaders: FieldReaders<TemplateFormValues> = {
  model: readOneOf(IMAGE_MODELS),
  prompt: readText,
  n: readNumber,
};

/** Fills the form from untrusted input: takes each field that fits, else the default. Without the schema: zod is big. */
function readInput(input: unknown): TemplateFormValues {
  const { model = "image-01", prompt = "", n = 1 } = readFields<TemplateFormValues>(fieldReaders, input, {});
  return { model, prompt, n };
}
