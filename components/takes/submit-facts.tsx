"use client";

import { useRateDetail } from "@/components/queries/use-rate-detail";

export { CostEstimate } from "./cost-estimate";

/** When a request of this model would be sent. */
export function RateDetail({ generator, model }: { generator: string; model: string }) {
  return useRateDetail(generator, model) ?? null;
}
