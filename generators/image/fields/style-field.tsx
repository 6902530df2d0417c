"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import { Field } from "@/components/ui/field";
import { useFieldGroup } from "@/components/ui/field-context";
import { Slider } from "@/components/ui/slider";
import { withChosen } from "@/components/form/model-select";
import { IMAGE_STYLE_WEIGHT_DEFAULT, type ImageValues } from "@/lib/service/contract/image-options";
import type { ImageForm } from "../image-form-values";

type Style = ImageForm["style"];
const stepsPerUnit = 20;

interface StyleFieldProps {
  value: Style;
  onValueChange: (value: Style) => void;
  error?: string | undefined;
  /** The values that the connected service accepts. */
  offered: ImageValues;
  nameStyle: (style: string) => string;
  obstacle?: string | undefined;
}

/** An optional style and its weight. */
export function StyleField({ value, onValueChange, error, offered, nameStyle, obstacle }: StyleFieldProps) {
  const t = useTranslations("generators.image");
  const weight = value?.style_weight ?? IMAGE_STYLE_WEIGHT_DEFAULT;
  return (
    <div className="grid gap-4">
      <Field as="group" label={t("fields.style")} note={t("form.optional")} hint={obstacle} error={error}>
        <StyleChips
          value={value}
          onValueChange={onValueChange}
          styles={withChosen(offered.style_type, value?.style_type)}
          nameStyle={nameStyle}
          disabled={obstacle !== undefined}
        />
      </Field>
      {value && obstacle === undefined ? (
        <Field label={t("fields.style_weight")} note={weight.toFixed(2)}>
          <Slider
            // The minimum is exclusive.
            min={offered.style_weight.min + 1 / stepsPerUnit}
            max={offered.style_weight.max}
            step={1 / stepsPerUnit}
            value={weight}
            onValueChange={(changed) =>
              onValueChange({ ...value, style_weight: Math.round(changed * stepsPerUnit) / stepsPerUnit })
            }
          />
        </Field>
      ) : null}
    </div>
  );
}

function StyleChips({
  value,
  onValueChange,
  styles,
  nameStyle,
  disabled,
}: Pick<StyleFieldProps, "value" | "onValueChange" | "nameStyle"> & {
  styles: readonly string[];
  disabled: boolean;
}) {
  const t = useTranslations("generators.image");
  const name = useId();
  return (
    <div role="radiogroup" {...useFieldGroup()} className="flex flex-wrap gap-1.5">
      {[undefined, ...styles].map((style) => (
        <label
          key={style ?? "none"}
          className="relative inline-flex h-7.5 items-center rounded-sm border border-line px-2.5 text-xs text-text-2 transition-colors select-none hover:border-line-strong has-disabled:opacity-45 has-disabled:hover:border-line has-checked:border-hue has-checked:bg-hue/12 has-checked:text-text has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-hue"
        >
          <input
            type="radio"
            name={name}
            disabled={disabled}
            checked={value?.style_type === style}
            onChange={() =>
              onValueChange(
                style === undefined
                  ? undefined
                  : { style_type: style, style_weight: value?.style_weight ?? IMAGE_STYLE_WEIGHT_DEFAULT },
              )
            }
            className="absolute inset-0 appearance-none rounded-sm outline-none"
          />
          <span className="pointer-events-none">{style ? nameStyle(style) : t("form.noStyle")}</span>
        </label>
      ))}
    </div>
  );
}
