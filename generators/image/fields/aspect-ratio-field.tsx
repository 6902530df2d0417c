"use client";

import { Frame } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { classNames } from "@/components/ui/class-names";
import { Field } from "@/components/ui/field";
import { useFieldGroup } from "@/components/ui/field-context";
import { useUnits } from "@/lib/i18n/units";
import {
  IMAGE_ASPECT_RATIO_NAMES,
  IMAGE_ASPECT_RATIOS,
  type ImageAspectRatio,
  type ImageModel,
} from "@/lib/service/contract/image-options";
import { offersRatio } from "../image-form-values";

/** The area of each drawn shape in CSS pixels, the same for all. */
const drawnAreaPx = 290;

interface AspectRatioFieldProps {
  model: ImageModel;
  value: ImageAspectRatio | "custom";
  onValueChange: (value: ImageAspectRatio | "custom") => void;
  /** The size of each picture, if known. */
  size: { width: number; height: number } | null;
  error?: string | undefined;
}

/** The eight aspect ratios, drawn, and a custom size if the model supports one. */
export function AspectRatioField({ model, value, onValueChange, size, error }: AspectRatioFieldProps) {
  const t = useTranslations("generators.image");
  const units = useUnits();
  const restricted = model !== "image-01";
  return (
    <Field
      as="group"
      label={t("fields.aspect_ratio")}
      note={size ? units.dimensions(size.width, size.height) : undefined}
      hint={restricted ? t("form.ratioNeedsModel") : undefined}
      error={error}
    >
      <Shapes model={model} value={value} onValueChange={onValueChange} />
    </Field>
  );
}

function Shapes({ model, value, onValueChange }: Omit<AspectRatioFieldProps, "size" | "error">) {
  const t = useTranslations("generators.image.form");
  const units = useUnits();
  const name = useId();
  return (
    <div role="radiogroup" {...useFieldGroup()} className="grid grid-cols-4 gap-1.5 sm:grid-cols-8">
      {IMAGE_ASPECT_RATIO_NAMES.map((ratio) => {
        const { width, height } = IMAGE_ASPECT_RATIOS[ratio];
        const offered = offersRatio(model, ratio);
        const drawnWidth = Math.sqrt((drawnAreaPx * width) / height);
        return (
          <label
            key={ratio}
            data-tooltip={offered ? units.dimensions(width, height) : t("ratioNeedsModel")}
            className={classNames(
              "relative flex h-14.5 flex-col items-center justify-end gap-1.25 rounded-md border border-line pb-1.5 text-2xs text-text-2 transition-colors select-none",
              "hover:border-line-strong has-checked:border-hue has-checked:bg-hue/12 has-checked:text-text",
              "has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-hue",
              "has-disabled:border-dashed has-disabled:text-text-3 has-disabled:hover:border-line",
            )}
          >
            <input
              type="radio"
              name={name}
              checked={value === ratio}
              disabled={!offered}
              onChange={() => onValueChange(ratio)}
              className="peer absolute inset-0 appearance-none rounded-md outline-none"
            />
            <span
              aria-hidden
              className="pointer-events-none my-auto rounded-[2.5px] border-[1.5px] border-current opacity-80 peer-checked:border-hue peer-checked:bg-hue/35 peer-checked:opacity-100 peer-disabled:opacity-40"
              style={{ width: drawnWidth, height: drawnAreaPx / drawnWidth }}
            />
            <span className="pointer-events-none">{ratio}</span>
          </label>
        );
      })}
      {model === "image-01" ? (
        <label className="relative col-span-full flex h-8.5 items-center justify-center gap-2 rounded-md border border-line text-2xs text-text-2 transition-colors select-none hover:border-line-strong has-checked:border-hue has-checked:bg-hue/12 has-checked:text-text has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-hue">
          <input
            type="radio"
            name={name}
            checked={value === "custom"}
            onChange={() => onValueChange("custom")}
            className="absolute inset-0 appearance-none rounded-md outline-none"
          />
          <Frame aria-hidden className="pointer-events-none size-3.5" />
          <span className="pointer-events-none">{t("customSize")}</span>
        </label>
      ) : null}
    </div>
  );
}
