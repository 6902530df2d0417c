"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useFieldWords } from "@/components/takes/use-field-words";

/** What there is to say of streaming: which fields were put aside because of it, or what it does. */
export function useStreamHint(generator: "music" | "cover", parkedFields: readonly string[]): string {
  const t = useTranslations("composing");
  const words = useFieldWords(generator);
  const format = useFormatter();
  if (parkedFields.length === 0) return t("delivery.streamHint");
  return t("delivery.parkedByStream", {
    fields: format.list(
      parkedFields.map((field) =>
        field === "output_format"
          ? t("delivery.named", { field: words.label(field), value: words.value(field, "url") })
          : words.label(field),
      ),
    ),
  });
}
