"use client";

import { useTranslations } from "next-intl";
import type { Control } from "react-hook-form";
import { AdvancedDrawer } from "@/components/form/advanced-drawer";
import { useFormField } from "@/components/form/form-field";
import { SegmentedField } from "@/components/form/segmented-field";
import { SwitchField } from "@/components/form/switch-field";
import { IMAGE_RESPONSE_FORMATS } from "@/lib/service/contract/image-options";
import type { FormFeatures } from "@/components/generators";
import type { ImageForm } from "../image-form-values";
import type { ImageFormValues, ImageInput } from "../image-input";

interface AdvancedFieldsProps {
  control: Control<ImageFormValues, unknown, ImageInput>;
  values: Pick<ImageForm, "prompt_optimizer" | "aigc_watermark" | "response_format">;
  features: FormFeatures | null;
  hasError: boolean;
}

/** Rarely used fields. One that the connected service lacks is disabled with the reason. */
export function AdvancedFields({ control, values, features, hasError }: AdvancedFieldsProps) {
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
