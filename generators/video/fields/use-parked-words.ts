"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useUnits } from "@/lib/i18n/units";
import type { VideoForm } from "../video-input";
import { listParkedByModel, type ParkedFields } from "../video-ties";

/** Names the values set aside because the model does not support them; undefined if there are none. */
export function useParkedWords(values: VideoForm, parked: ParkedFields): string | undefined {
  const t = useTranslations("generators.video");
  const format = useFormatter();
  const units = useUnits();
  const fields = listParkedByModel(values, parked);
  if (fields.length === 0) return undefined;
  const named = {
    resolution: () => parked.resolution ?? "",
    duration: () => units.exact(parked.duration ?? 0),
    fast_pretreatment: () => t("fields.fast_pretreatment"),
  };
  return t("form.parked", { fields: format.list(fields.map((field) => named[field]())) });
}
