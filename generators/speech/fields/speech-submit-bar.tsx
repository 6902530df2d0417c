"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { countCodePoints } from "@/components/form/count-code-points";
import { SubmitBar } from "@/components/form/submit-bar";
import { useRateDetail } from "@/components/data/use-rate-detail";
import type { SpeechForm } from "../speech-input";
import { chosenFormat } from "../speech-ties";

export interface SpeechSubmitBarProps {
  values: Pick<SpeechForm, "model" | "text" | "stream" | "audio_setting">;
  pending: boolean;
  problem: ReactNode;
}

/** What will be sent and counted, and whether the rate limit makes it wait. */
export function SpeechSubmitBar({ values, pending, problem }: SpeechSubmitBarProps) {
  const t = useTranslations("generators.speech.form");
  const detail = useRateDetail("speech", values.model);
  return (
    <SubmitBar
      label={t("submit")}
      pending={pending}
      problem={problem}
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
