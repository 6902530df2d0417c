"use client";

import { useTranslations } from "next-intl";
import type { Control } from "react-hook-form";
import { AdvancedDrawer } from "@/components/form/advanced-drawer";
import { FormField } from "@/components/form/form-field";
import { SegmentedField } from "@/components/form/segmented-field";
import { SwitchField } from "@/components/form/switch-field";
import { IMAGE_RESPONSE_FORMATS } from "@/lib/service/contract/image-options";
import type { FormFeatures } from "@/components/generators";
import type { ImageForm } from "../image-form-values";
import type { ImageFormValues, ImageInput } from "../image-input";

export interface AdvancedFieldsProps {
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
      <FormField control={control} name="prompt_optimizer">
        {(field) => (
          <SwitchField
            {...field}
            label={t("fields.prompt_optimizer")}
            hint={hint("prompt_optimizer", t("form.optimizerHint"))}
            disabled={missing("prompt_optimizer")}
          />
        )}
      </FormField>
      <FormField control={control} name="aigc_watermark">
        {(field) => (
          <SwitchField
            {...field}
            label={t("fields.aigc_watermark")}
            hint={hint("aigc_watermark", t("form.watermarkHint"))}
            disabled={missing("aigc_watermark")}
          />
        )}
      </FormField>
      <FormField control={control} name="response_format">
        {(field) => (
          <SegmentedField
            {...field}
            value={field.value ?? "url"}
            label={t("fields.response_format")}
            hint={hint("response_format", t("form.deliveryHint"))}
            disabled={missing("response_format")}
            options={IMAGE_RESPONSE_FORMATS.map((format) => ({
              value: format,
              label: t(`values.response_format.${format}`),
            }))}
          />
        )}
      </FormField>
    </AdvancedDrawer>
  );
}
