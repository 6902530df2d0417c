"use client";

import { useFormatter, useTranslations } from "next-intl";
import type { MusicForm } from "../music-input";
import { listParkedFields, type ParkedFields } from "../music-ties";

/** Tells what was put aside because the song is streamed; undefined where nothing was. */
export function useParkedWords(values: MusicForm, parked: ParkedFields): string | undefined {
  const t = useTranslations("generators.music");
  const format = useFormatter();
  const fields = listParkedFields(values, parked, "stream");
  if (fields.length === 0) return undefined;
  return t("form.parkedByStream", {
    fields: format.list(
      fields.map((field) =>
        field === "output_format"
          ? t("form.named", { field: t("fields.output_format"), value: t("values.output_format.url") })
          : t(`fields.${field}`),
      ),
    ),
  });
}
