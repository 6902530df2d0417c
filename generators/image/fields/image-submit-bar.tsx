"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { SubmitBar, type SubmitState } from "@/components/form/submit-bar";
import { useRateDetail } from "@/components/queries/use-rate-detail";
import { useUnits } from "@/lib/i18n/units";
import { sizeOf, type ImageForm } from "../image-form-values";

export interface ImageSubmitBarProps extends SubmitState {
  values: Pick<ImageForm, "model" | "n" | "aspect_ratio" | "width" | "height">;
}

/** What will be sent, and whether the rate limit makes it wait. */
export function ImageSubmitBar({ values, ...state }: ImageSubmitBarProps) {
  const t = useTranslations("generators.image.form");
  const units = useUnits();
  const detail = useRateDetail("image", values.model);
  const size = sizeOf(values);
  const strong = (text: ReactNode) => <strong>{text}</strong>;
  const count = values.n ?? 1;

  return (
    <SubmitBar
      {...state}
      label={t("submit")}
      summary={
        size
          ? t.rich("summary", { strong, count, size: units.dimensions(size.width, size.height) })
          : t.rich("summaryWithoutSize", { strong, count })
      }
      detail={detail}
    />
  );
}
