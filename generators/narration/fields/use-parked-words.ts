"use client";

import { useFormatter, useTranslations } from "next-intl";
import { SPEECH_EMOTIONS_OF_2_6 } from "@/lib/service/contract/speech-options";
import type { NarrationForm } from "../narration-input";
import { listParkedFields, type ParkedFields, type TiedField } from "../narration-ties";

/** Tells what was put aside because another model was chosen; undefined where nothing was. */
export function useParkedWords(values: NarrationForm, parked: ParkedFields): string | undefined {
  const t = useTranslations("generators.narration");
  const format = useFormatter();

  // No other emotion is tied to a model.
  const emotion = SPEECH_EMOTIONS_OF_2_6.find((each) => each === parked.emotion);

  function name(field: TiedField): string {
    if (field === "emotion" && emotion) {
      return t("form.named", { field: t("fields.emotion"), value: t(`values.emotion.${emotion}`) });
    }
    if (field === "language_boost") {
      return t("form.named", { field: t("fields.language_boost"), value: parked.language_boost! });
    }
    return t(`fields.${field}`);
  }

  const fields = listParkedFields(values, parked, "model");
  return fields.length === 0 ? undefined : t("form.parkedByModel", { fields: format.list(fields.map(name)) });
}
