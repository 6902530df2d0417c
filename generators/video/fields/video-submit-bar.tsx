"use client";

import { useTranslations } from "next-intl";
import { useRateDetail } from "@/components/queries/use-rate-detail";
import { SubmitBar, type SubmitState } from "@/components/form/submit-bar";
import type { VideoForm } from "../video-input";
import { chosenDuration, chosenResolution } from "../video-ties";

export interface VideoSubmitBarProps extends SubmitState {
  values: Pick<VideoForm, "model" | "resolution" | "duration">;
  /** The first frame is not here yet. */
  disabled: boolean;
}

/** What will be sent, and whether the rate limit makes it wait. */
export function VideoSubmitBar({ values, ...state }: VideoSubmitBarProps) {
  const t = useTranslations("generators.video.form");
  const detail = useRateDetail("video", values.model);
  return (
    <SubmitBar
      {...state}
      label={t("submit")}
      summary={t.rich("summary", {
        strong: (text) => <strong>{text}</strong>,
        seconds: chosenDuration(values),
        resolution: chosenResolution(values),
      })}
      detail={detail}
    />
  );
}
