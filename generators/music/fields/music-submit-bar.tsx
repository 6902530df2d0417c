"use client";

import { useTranslations } from "next-intl";
import { useRateDetail } from "@/components/queries/use-rate-detail";
import { SubmitBar, type SubmitState } from "@/components/form/submit-bar";
import type { MusicForm } from "../music-input";
import { chosenFormat } from "../../_kit/composed-sound/composed-sound-form";

export interface MusicSubmitBarProps extends SubmitState {
  values: Pick<MusicForm, "model" | "is_instrumental" | "stream" | "audio_setting">;
}

/** What will be sent, and whether the rate limit of the model makes it wait. */
export function MusicSubmitBar({ values, ...state }: MusicSubmitBarProps) {
  const t = useTranslations("generators.music.form");
  const detail = useRateDetail("music", values.model);
  return (
    <SubmitBar
      {...state}
      label={t("submit")}
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
