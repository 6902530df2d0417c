"use client";

import { useFormatter, useTranslations } from "next-intl";
import type { VideoForm } from "../video-input";
import { listParkedByModel, type ParkedFields } from "../video-ties";

/** Tells what was put aside because the model does not have it; undefined where nothing was. */
export function useParkedWords(values: VideoForm, parked: ParkedFields): string | undefined {
  const t = useTranslations("generators.video");
  const format = useFormatter();
  const fields = listParkedByModel(values, parked);
  if (fields.length === 0) return undefined;
  const named = {
    resolution: () => parked.resolution ?? "",
    duration: () => t("form.seconds", { seconds: parked.duration ?? 0 }),
    fast_pretreatment: () => t("fields.fast_pretreatment"),
  };
  return t("form.parked", { fields: format.list(fields.map((field) => named[field]())) });
}
