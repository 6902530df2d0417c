"use client";

import { useTranslations } from "next-intl";
import { useRateDetail } from "@/components/queries/use-rate-detail";
import { SubmitBar, type SubmitState } from "@/components/form/submit-bar";
import type { CoverForm } from "../cover-input";
import { chosenFormat } from "../../_kit/composed-sound/composed-sound-form";

export interface CoverSubmitBarProps extends SubmitState {
  values: Pick<CoverForm, "model" | "stream" | "audio_setting">;
  /** What is to be covered is not here yet. */
  disabled: boolean;
}

/** What will be sent, and whether the rate limit of the model makes it wait. */
export function CoverSubmitBar({ values, ...state }: CoverSubmitBarProps) {
  const t = useTranslations("generators.cover.form");
  const detail = useRateDetail("cover", values.model);
  return (
    <SubmitBar
      {...state}
      label={t("submit")}
      summary={t.rich("summary", {
        strong: (text) => <strong>{text}</strong>,
        format: chosenFormat(values),
        delivery: values.stream ? "stream" : "whole",
      })}
      detail={detail}
    />
  );
}
