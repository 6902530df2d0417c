"use client";

import { useFormatter, useTranslations } from "next-intl";
import type { CoverForm } from "../cover-input";
import { listParkedFields, type ParkedFields } from "../cover-ties";

/** Tells what was put aside because the cover is streamed; undefined where nothing was. */
export function useParkedWords(values: CoverForm, parked: ParkedFields): string | undefined {
  const t = useTranslations("generators.cover");
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
