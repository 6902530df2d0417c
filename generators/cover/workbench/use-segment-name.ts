"use client";

import { useTranslations } from "next-intl";
import type { SegmentLabel } from "@/lib/service/contract/cover-preprocess";

export function useSegmentName(): (label: SegmentLabel | null) => string {
  const t = useTranslations("workbench");
  return (label) => t(`labels.${label ?? "unnamed"}`);
}
