"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useRateDetail } from "@/components/queries/use-rate-detail";
import { countCodePoints } from "@/components/form/count-code-points";
import { SubmitBar, type SubmitState } from "@/components/form/submit-bar";
import type { NarrationForm } from "../narration-input";
import { chosenFormat } from "../narration-ties";
import { textFileQueries } from "../text-file-queries";

export interface NarrationSubmitBarProps extends SubmitState {
  values: Pick<NarrationForm, "model" | "text" | "text_file" | "text_file_id" | "audio_setting">;
}

/** What will be sent and counted, and whether the rate limit makes it wait. */
export function NarrationSubmitBar({ values, ...state }: NarrationSubmitBarProps) {
  const t = useTranslations("generators.narration.form");
  const detail = useRateDetail("narration", values.model);
  const { text, text_file } = values;
  const report = useQuery({
    ...textFileQueries.report(text_file?.assetId ?? ""),
    enabled: text_file !== undefined,
  });
  const format = chosenFormat(values);
  const strong = (words: ReactNode) => <strong>{words}</strong>;

  function summarise(): ReactNode {
    if (text !== undefined) return t.rich("summary", { strong, count: countCodePoints(text), format });
    if (text_file === undefined)
      return t(values.text_file_id ? "summaryFileId" : "summaryNothing", { format });
    if (!report.data) return t("summaryFile", { format });
    const { characters, texts } = report.data;
    return t.rich("summaryTexts", { strong, count: characters, texts, format });
  }

  return <SubmitBar {...state} label={t("submit")} summary={summarise()} detail={detail} />;
}
