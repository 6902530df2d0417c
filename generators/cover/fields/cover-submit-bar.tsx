"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useRateDetail } from "@/components/data/use-rate-detail";
import { SubmitBar } from "@/components/form/submit-bar";
import type { CoverForm } from "../cover-input";
import { chosenFormat } from "../cover-ties";

export interface CoverSubmitBarProps {
  values: Pick<CoverForm, "model" | "stream" | "audio_setting">;
  pending: boolean;
  /** What is to be covered is not here yet. */
  disabled: boolean;
  problem: ReactNode;
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
