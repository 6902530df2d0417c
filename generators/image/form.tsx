"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { AssetSourceField } from "@/components/form/asset-source-field";
import { useUnits } from "@/lib/i18n/units";
import { FormField, useFormField } from "@/components/form/form-field";
import { ModelSelect } from "@/components/form/model-select";
import { PromptField } from "@/components/form/prompt-field";
import { type Seed, SeedField } from "@/components/form/seed-field";
import type { FieldProblem } from "@/lib/errors/studio-error";
import { maxUploadBytes } from "@/lib/media/stored-asset";
import {
  IMAGE_ASPECT_RATIOS,
  IMAGE_LIMITS,
  IMAGE_MODELS,
  IMAGE_STYLE_TYPES,
  IMAGE_VALUES,
  type ImageAspectRatio,
  IMAGE_RESPONSE_FORMATS,
} from "@/lib/service/contract/image-options";
import { findImageValueProblems } from "@/lib/service/contract/open-values";
import type { GeneratorFormProps, FormFeatures } from "@/components/generators";
import { GeneratorFormLayout, strong } from "../_kit/generator-form-layout";
import { expectUsage } from "./expect-usage";
import { useGeneratorForm } from "../_kit/use-generator-form";
import { AspectRatioField } from "./fields/aspect-ratio-field";
import { CountField } from "./fields/count-field";
import { StyleField } from "./fields/style-field";
import { findReferenceProblems } from "./find-reference-problems";
import {
  readImageForm,
  sizeOf,
  switchModel,
  toSentInput,
  type ImageForm as ImageFormFields,
  type ParkedFields,
  type ImageForm,
} from "./image-form-values";
import type { Control } from "react-hook-form";
import { NumberField } from "@/components/form/number-field";
import type { ImageFormValues, ImageInput } from "./image-input";
import { AdvancedDrawer } from "@/components/form/advanced-drawer";
import { SegmentedField } from "@/components/form/segmented-field";
import { SwitchField } from "@/components/form/switch-field";

const loadRules = async () => (await import("./image-input")).imageInputSchema;

/** Images other than JPEG and PNG under 10 MB are converted before they are sent. */
const referenceTypes = ["image/jpeg", "image/png", "image/webp", "image/gif", "image/avif", "image/tiff"];

/** Without an aspect ratio the form requires a size, which the rules do not. */
function findSizeProblems({ aspect_ratio, width }: ImageFormFields): FieldProblem[] {
  return aspect_ratio === undefined && width === undefined ? [{ path: "width", key: "field.required" }] : [];
}

export default function ImageForm({
  initialInput,
  features,
  lastInput,
  onInputChange,
  onSubmit,
}: GeneratorFormProps) {
  const t = useTranslations("generators.image");
  const units = useUnits();
  const [parked, setParked] = useState<ParkedFields>({});
  // Without a connection the limit and the accepted values are unknown.
  const maxReferences = features?.maxSubjectReferences ?? Number.POSITIVE_INFINITY;
  const offered = features?.values.image ?? IMAGE_VALUES;
  const { form, control, values, errors, layout } = useGeneratorForm({
    loadRules,
    expectUsage,
    start: readImageForm(initialInput),
    features,
    toSentInput,
    findProblems: (input) => [
      ...findSizeProblems(input),
      ...findReferenceProblems(input, { maxSubjectReferences: maxReferences }),
      ...findImageValueProblems(input, offered),
    ],
    onInputChange,
    onSubmit,
  });
  const { formState, reset, setValue } = form;
  const custom = values.aspect_ratio === undefined;
  const size = sizeOf(values);
  const sendsStyle = features?.fields.image.style !== false;

  function chooseModel(model: ImageFormFields["model"]) {
    const switched = switchModel(values, parked, model);
    reset(switched.form, { keepDefaultValues: true, keepDirty: true, keepTouched: true });
    setParked(switched.parked);
  }

  function chooseShape(shape: ImageAspectRatio | "custom") {
    const options = { shouldDirty: true, shouldValidate: formState.isSubmitted };
    // A size counts only without an aspect ratio; it starts with the size of the ratio chosen before.
    const size = shape === "custom" ? (sizeOf(values) ?? IMAGE_ASPECT_RATIOS["1:1"]) : undefined;
    setValue("aspect_ratio", shape === "custom" ? undefined : shape, options);
    setValue("width", size?.width, options);
    setValue("height", size?.height, options);
  }

  function describeStyleObstacle(): string | undefined {
    if (!sendsStyle) return t("form.styleNotOffered");
    return values.model === "image-01-live" ? undefined : t("form.styleNeedsModel");
  }

  /** A style that the person typed has no translation. */
  function nameStyle(style: string): string {
    const known = IMAGE_STYLE_TYPES.find((each) => each === style);
    return known ? t(`values.style_type.${known}`) : style;
  }

  function describeParked({ shape, style }: ParkedFields): string | undefined {
    if (shape) return t("form.parkedShape", { shape: shape.was.aspect_ratio ?? t("form.customSize") });
    return style ? t("form.parkedStyle", { style: nameStyle(style.style_type) }) : undefined;
  }

  const promptField = useFormField(control, "prompt");

  return (
    <GeneratorFormLayout
      {...layout}
      generator="image"
      model={values.model}
      label={t("form.submit")}
      summary={
        size
          ? t.rich("form.summary", {
              strong,
              count: values.n ?? 1,
              size: units.dimensions(size.width, size.height),
            })
          : t.rich("form.summaryWithoutSize", { strong, count: values.n ?? 1 })
      }
    >
      <ModelSelect
        {...useFormField(control, "model")}
        onValueChange={chooseModel}
        label={t("fields.model")}
        hint={describeParked(parked)}
        options={IMAGE_MODELS.map((model) => ({ value: model, note: t(`models.${model}`) }))}
      />
      <PromptField
        {...promptField}
        onValueChange={(prompt) => promptField.onValueChange(prompt ?? "")}
        required
        label={t("fields.prompt")}
        placeholder={t("form.promptPlaceholder")}
        rows={5}
        maximumLength={IMAGE_LIMITS.promptMaxLength}
      />
      {maxReferences > 0 || values.subject_reference ? (
        <FormField control={control} name="subject_reference">
          {(field) => (
            <AssetSourceField
              {...field}
              value={field.value?.map(({ image_file }) => image_file) ?? []}
              onValueChange={(sources) =>
                field.onValueChange(
                  sources.length === 0
                    ? undefined
                    : sources.map((image_file) => ({ type: "character", image_file })),
                )
              }
              label={t("fields.subject_reference")}
              hint={t("form.subjectHint")}
              kind="image"
              accept={referenceTypes}
              underBytes={maxUploadBytes}
              maximum={maxReferences}
              optional
            />
          )}
        </FormField>
      ) : null}
      <AspectRatioField
        model={values.model}
        value={values.aspect_ratio ?? "custom"}
        onValueChange={chooseShape}
        size={sizeOf(values)}
        error={errors.aspect_ratio?.message}
      />
      {custom ? <SizeFields control={control} /> : null}
      <FormField control={control} name="style">
        {(field) => (
          <StyleField {...field} offered={offered} nameStyle={nameStyle} obstacle={describeStyleObstacle()} />
        )}
      </FormField>
      <div className="flex flex-wrap gap-x-4 gap-y-5">
        <FormField control={control} name="n">
          {(field) => <CountField {...field} value={field.value ?? 1} />}
        </FormField>
        <FormField control={control} name="seed">
          {(field) => (
            <SeedField
              {...field}
              label={t("fields.seed")}
              disabled={features?.fields.image.seed === false}
              hint={features?.fields.image.seed === false ? t("form.notOffered") : undefined}
              lastSeed={readSeed(lastInput)}
              className="min-w-38 flex-1"
            />
          )}
        </FormField>
      </div>
      <AdvancedFields
        control={control}
        values={values}
        features={features}
        hasError={["prompt_optimizer", "aigc_watermark", "response_format"].some((name) => name in errors)}
      />
    </GeneratorFormLayout>
  );
}

function readSeed(input: Record<string, unknown> | null): Seed | undefined {
  return typeof input?.seed === "number" || typeof input?.seed === "string" ? input.seed : undefined;
}

/** A custom size, used only without an aspect ratio (service.md "Image generation request"). */
function SizeFields({ control }: { control: Control<ImageFormValues, unknown, ImageInput> }) {
  const t = useTranslations("generators.image");
  const { sideMin, sideMax, sideStep } = IMAGE_LIMITS;
  const limits = { minimum: sideMin, maximum: sideMax, step: sideStep, unit: "px" };

  return (
    <div>
      <div className="grid grid-cols-2 gap-3">
        <NumberField {...useFormField(control, "width")} {...limits} label={t("fields.width")} />
        <NumberField {...useFormField(control, "height")} {...limits} label={t("fields.height")} />
      </div>
      <p className="mt-1.5 text-2xs text-text-3">
        {t("form.sizeHint", { min: sideMin, max: sideMax, step: sideStep })}
      </p>
    </div>
  );
}

interface AdvancedFieldsProps {
  control: Control<ImageFormValues, unknown, ImageInput>;
  values: Pick<ImageForm, "prompt_optimizer" | "aigc_watermark" | "response_format">;
  features: FormFeatures | null;
  hasError: boolean;
}

/** Rarely used fields. One that the connected service lacks is disabled with the reason. */
function AdvancedFields({ control, values, features, hasError }: AdvancedFieldsProps) {
  const t = useTranslations("generators.image");
  const offered = features?.fields.image;
  const missing = (name: keyof typeof values) => offered?.[name] === false;
  const hint = (name: keyof typeof values, words: string) => (missing(name) ? t("form.notOffered") : words);
  const responseFormatField = useFormField(control, "response_format");

  return (
    <AdvancedDrawer
      label={t("form.advanced")}
      hasError={hasError}
      summary={t("form.advancedSummary", {
        optimizer: String(Boolean(values.prompt_optimizer)),
        watermark: String(Boolean(values.aigc_watermark)),
        delivery: values.response_format ?? "url",
      })}
    >
      <SwitchField
        {...useFormField(control, "prompt_optimizer")}
        label={t("fields.prompt_optimizer")}
        hint={hint("prompt_optimizer", t("form.optimizerHint"))}
        disabled={missing("prompt_optimizer")}
      />
      <SwitchField
        {...useFormField(control, "aigc_watermark")}
        label={t("fields.aigc_watermark")}
        hint={hint("aigc_watermark", t("form.watermarkHint"))}
        disabled={missing("aigc_watermark")}
      />
      <SegmentedField
        {...responseFormatField}
        value={responseFormatField.value ?? "url"}
        label={t("fields.response_format")}
        hint={hint("response_format", t("form.deliveryHint"))}
        disabled={missing("response_format")}
        options={IMAGE_RESPONSE_FORMATS.map((format) => ({
          value: format,
          label: t(`values.response_format.${format}`),
        }))}
      />
    </AdvancedDrawer>
  );
}
