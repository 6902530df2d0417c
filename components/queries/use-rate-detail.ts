"use client";

import { useTranslations } from "next-intl";
import { useUnits } from "@/lib/i18n/units";
import { useRateOutlook } from "./use-rate-outlook";

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
