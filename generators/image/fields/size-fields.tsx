"use client";

import { useTranslations } from "next-intl";
import type { Control } from "react-hook-form";
import { FormField } from "@/components/form/form-field";
import { NumberField } from "@/components/form/number-field";
import { IMAGE_LIMITS } from "@/lib/service/contract/image-options";
import type { ImageFormValues, ImageInput } from "../image-input";

/** A custom size, used only without an aspect ratio (service.md "Image generation request"). */
export function SizeFields({ control }: { control: Control<ImageFormValues, unknown, ImageInput> }) {
  const t = useTranslations("generators.image");
  const { sideMin, sideMax, sideStep } = IMAGE_LIMITS;
  const limits = { minimum: sideMin, maximum: sideMax, step: sideStep, unit: "px" };
  return (
    <div>
      <div className="grid grid-cols-2 gap-3">
        <FormField control={control} name="width">
          {(field) => <NumberField {...field} {...limits} label={t("fields.width")} />}
        </FormField>
        <FormField control={control} name="height">
          {(field) => <NumberField {...field} {...limits} label={t("fields.height")} />}
        </FormField>
      </div>
      <p className="mt-1.5 text-2xs text-text-3">
        {t("form.sizeHint", { min: sideMin, max: sideMax, step: sideStep })}
      </p>
    </div>
  );
}
