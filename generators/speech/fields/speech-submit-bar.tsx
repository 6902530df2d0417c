"use client";

import { useTranslations } from "next-intl";
import { countCodePoints } from "@/components/form/count-code-points";
import { SubmitBar, type SubmitState } from "@/components/form/submit-bar";
import { useRateDetail } from "@/components/queries/use-rate-detail";
import type { SpeechForm } from "../speech-input";
import { chosenFormat } from "../speech-ties";

export interface SpeechSubmitBarProps extends SubmitState {
  values: Pick<SpeechForm, "model" | "text" | "stream" | "audio_setting">;
}

/** What will be sent and counted, and whether the rate limit makes it wait. */
export function SpeechSubmitBar({ values, ...state }: SpeechSubmitBarProps) {
  const t = useTranslations("generators.speech.form");
  const detail = useRateDetail("speech", values.model);
  return (
    <SubmitBar
      {...state}
      label={t("submit")}
      summary={t.rich("summary", {
        strong: (text) => <strong>{text}</strong>,
        count: countCodePoints(values.text),
        format: chosenFormat(values),
        delivery: values.stream ? "stream" : "whole",
      })}
      detail={detail}
    />
  );
}
