"use client";

import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useNow } from "./use-now";
import { countRemaining, type RateOutlook } from "@/lib/generations/line/rate-outlook";
import { flattenPages, generationQueries } from "./generation-queries";
import { rateQueries } from "./rate-queries";
import { readServiceAway } from "./service-away";

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
export function useRateOutlook(generator: string, model: string): RateView | null {
  const client = useQueryClient();
  const outlook = useQuery(rateQueries.outlook(generator, model));
  const active = useInfiniteQuery(generationQueries.active());
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
