"use client";

import { useLocale } from "next-intl";
import { FetchedPart } from "@/components/ui/fetched-part";
import { useIdle } from "@/components/ui/use-idle";
import type { CostEstimateProps } from "./cost-estimate";
import { partWithMessages } from "./part-with-messages";

const loaders = partWithMessages(
  "costs",
  () => import("./cost-estimate").then(({ CostEstimate }) => CostEstimate),
  { en: () => import("@/messages/en/costs.json"), zh: () => import("@/messages/zh/costs.json") },
);

/** What requests will cost, fetched once the page is idle. */
export function LazyCostEstimate(props: CostEstimateProps) {
  const locale = useLocale();
  return useIdle() ? <FetchedPart load={loaders[locale]} props={props} /> : null;
}
