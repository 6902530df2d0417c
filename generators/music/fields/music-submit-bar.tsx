"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useRateDetail } from "@/components/data/use-rate-detail";
import { SubmitBar } from "@/components/form/submit-bar";
import type { MusicForm } from "../music-input";
import { chosenFormat } from "../music-ties";

export interface MusicSubmitBarProps {
  values: Pick<MusicForm, "model" | "is_instrumental" | "stream" | "audio_setting">;
  pending: boolean;
  problem: ReactNode;
}

/** What will be sent, and whether the rate limit of the model makes it wait. */
export function MusicSubmitBar({ values, pending, problem }: MusicSubmitBarProps) {
  const t = useTranslations("generators.music.form");
  const detail = useRateDetail("music", values.model);
  return (
    <SubmitBar
      label={t("submit")}
      pending={pending}
      problem={problem}
      summary={t.rich("summary", {
        strong: (text) => <strong>{text}</strong>,
        kind: values.is_instrumental ? "instrumental" : "song",
        format: chosenFormat(values),
        delivery: values.stream ? "stream" : "whole",
      })}
      detail={detail}
    />
  );
}
