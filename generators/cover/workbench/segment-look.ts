"use client";

import type { SegmentLabel } from "@/lib/service/contract/cover-preprocess";
import { useTranslations } from "next-intl";

/** Theme colours of the parts of a song, always shown with their names. */
const colorOfLabel: Record<SegmentLabel, string> = {
  intro: "var(--narration)",
  verse: "var(--video)",
  chorus: "var(--cover)",
  bridge: "var(--image)",
  outro: "var(--speech)",
  inst: "var(--music)",
  silence: "var(--text-3)",
};

/** The CSS colour of a part. */
export function segmentColor(label: SegmentLabel | null): string {
  return label === null ? "var(--text-2)" : colorOfLabel[label];
}

export function useSegmentName(): (label: SegmentLabel | null) => string {
  const t = useTranslations("workbench");
  return (label) => t(`labels.${label ?? "unnamed"}`);
}
