"use client";

import { useFormatter, useTranslations } from "next-intl";
import { SPEECH_EMOTIONS_OF_2_6 } from "@/lib/service/contract/speech-options";
import type { SpeechForm } from "../speech-input";
import { listParkedFields, type ParkedFields, type TiedField } from "../speech-ties";

/** Names the values parked because of a field; undefined if there are none. */
export function useParkedWords(
  values: SpeechForm,
  parked: ParkedFields,
): (causedBy: "model" | "stream") => string | undefined {
  const t = useTranslations("generators.speech");
  const tSpeech = useTranslations("voices");
  const format = useFormatter();

  // Only these emotions depend on the model.
  const emotion = SPEECH_EMOTIONS_OF_2_6.find((each) => each === parked.emotion);

  function name(field: TiedField): string {
    if (field === "emotion" && emotion)
      return t("form.named", { field: t("fields.emotion"), value: t(`values.emotion.${emotion}`) });
    if (field === "language_boost")
      return t("form.named", {
        field: t("fields.language_boost"),
        value: tSpeech(`languages.${parked.language_boost!}`),
      });
    if (field === "format") return t("form.named", { field: t("fields.format"), value: parked.format! });
    if (field === "output_format")
      return t("form.named", {
        field: t("fields.output_format"),
        value: t(`values.output_format.${parked.output_format!}`),
      });
    return t(`fields.${field}`);
  }

  return (causedBy) => {
    const fields = listParkedFields(values, parked, causedBy);
    if (fields.length === 0) return undefined;
    const put = format.list(fields.map(name));
    return causedBy === "model"
      ? t("form.parkedBy.model", { fields: put })
      : t("form.parkedBy.stream", { fields: put, state: String(values.stream === true) });
  };
}
