"use client";

import { useLocale } from "next-intl";
import { FetchedPart } from "@/components/ui/fetched-part";
import { useIdle } from "@/components/ui/use-idle";
import type { CostEstimateProps } from "./cost-estimate";
import { partWithMessages } from "./part-with-messages";

const loadFacts = () => import("./submit-facts");
const loadRateDetail = () => loadFacts().then(({ RateDetail }) => ({ default: RateDetail }));
const estimateLoaders = partWithMessages(
  "costs",
  () => loadFacts().then(({ CostEstimate }) => CostEstimate),
  {
    en: () => import("@/messages/en/costs.json"),
    zh: () => import("@/messages/zh/costs.json"),
  },
);

/** What requests will cost, fetched once the page is idle. */
export function LazyCostEstimate(props: CostEstimateProps) {
  const locale = useLocale();
  return useIdle() ? <FetchedPart load={estimateLoaders[locale]} props={props} /> : null;
}

/** When a request would be sent, fetched once the page is idle. */
export function LazyRateDetail(props: { generator: string; model: string }) {
  return useIdle() ? <FetchedPart load={loadRateDetail} props={props} /> : null;
}
