"use client";

import { useTranslations } from "next-intl";
import { useUnits } from "@/lib/i18n/units";
import { useInfiniteQuery, useQuery, useQueryClient, queryOptions } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useNow } from "./use-now";
import { countRemaining } from "@/lib/generations/line/rate-outlook";
import type { RateOutlook } from "@/lib/generations/line/rate-outlook-dto";
import { flattenPages, generationQueries } from "./generation-queries";
import { readServiceAway } from "./service-away";
import { apiFetch } from "./api-fetch";
import { useIdle } from "../ui/use-idle";

/** The only place where keys of rate queries are written. */
export const rateQueries = {
  all: ["rate"] as const,

  /** When the next requests of a model could be sent. */
  outlook: (generator: string, model: string) =>
    queryOptions({
      queryKey: [...rateQueries.all, generator, model] as const,
      queryFn: ({ signal }) => apiFetch<RateOutlook>("/api/v1/rate", { signal, query: { generator, model } }),
    }),
};

/** Shorter waits are not shown: the clocks of server and browser differ. */
const soonMs = 1_500;

interface RateView {
  limit: RateOutlook["limit"];
  /** How many could be sent now; null without a known limit. */
  remaining: number | null;
  /** Seconds until the next one could be sent; 0 for now. */
  waitSeconds: number;
  /** The service cannot be reached: the wait is not due to the limit. */
  serviceAway: boolean;
}

/**
 * The current rate outlook of a model: refetched when one of the person's generations starts, ends or is cancelled; in
 * between the window slides with the clock.
 */
function useRateOutlook(generator: string, model: string): RateView | null {
  const client = useQueryClient();
  const isIdle = useIdle();
  const outlook = useQuery({ ...rateQueries.outlook(generator, model), enabled: isIdle });
  const active = useInfiniteQuery({ ...generationQueries.active(), enabled: isIdle });
  const underWay = flattenPages(active.data);
  const [serviceAway, setServiceAway] = useState(false);
  const line = underWay
    .filter((generation) => generation.generator === generator)
    .map(({ id, state }) => `${id}:${state}`)
    .join();
  useEffect(() => {
    void client.invalidateQueries({ queryKey: rateQueries.all });
  }, [client, line]);

  const now = useNow(outlook.data !== undefined);
  const away = now === null ? null : readServiceAway(underWay, now);
  if (away !== null && away !== serviceAway) setServiceAway(away);
  if (!outlook.data || now === null) return null;
  const { limit, startsAt, nextStartAt } = outlook.data;
  const soon = now + soonMs;
  return {
    limit,
    serviceAway,
    remaining: limit ? countRemaining({ startsAt }, soon) : null,
    waitSeconds: Date.parse(nextStartAt) <= soon ? 0 : Math.ceil((Date.parse(nextStartAt) - now) / 1000),
  };
}

/** The text of a submit bar about when a request would be sent: now, or after the wait of the rate limit. */
export function useRateDetail(generator: string, model: string): string | undefined {
  const t = useTranslations("form.rate");
  const units = useUnits();
  const rate = useRateOutlook(generator, model);
  if (!rate) return undefined;
  if (rate.serviceAway) return t("unreachable");
  if (!rate.limit || rate.remaining === null) return t("sendsNow");
  const { requests, windowSeconds } = rate.limit;
  const window = windowSeconds === 60 ? "minute" : units.exact(windowSeconds);
  if (rate.waitSeconds > 0) {
    return t("waits", { duration: units.estimate(rate.waitSeconds), requests, window });
  }
  return t("sendsNowOf", { remaining: rate.remaining, window });
}
