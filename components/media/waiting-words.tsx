"use client";

import { useTranslations } from "next-intl";
import { usePlaceInLine } from "@/components/data/places-in-line";
import { useNow } from "@/components/data/use-now";
import type { GenerationDto } from "@/lib/generations/generation-dto";
import { useUnits } from "@/lib/i18n/units";

/** Why something waits and, counting down, for how long: "Waiting: rate limit, about 20 s". */
export function WaitingWords({ waiting }: { waiting: GenerationDto["waiting"] }) {
  const t = useTranslations("takes.waiting");
  const units = useUnits();
  const now = useNow(waiting?.untilAt !== undefined);
  if (!waiting) return t("plain");
  const reason = t(waiting.reason);
  if (!waiting.untilAt || now === null) return reason;
  const seconds = Math.ceil((Date.parse(waiting.untilAt) - now) / 1000);
  const duration = units.duration(seconds);
  // What ends the wait is not the clock: it is tried anew, and may wait again.
  if (waiting.reason === "service-unreachable" || waiting.reason === "service-busy")
    return seconds > 0 ? t("retry", { reason, duration }) : t("retryNow", { reason });
  return seconds > 0 ? t("for", { reason, duration }) : t("soon", { reason });
}

/** Its place in the line and why it waits: "No. 3 in line. Waiting: rate limit, about 20 s". */
export function QueuedWords({ generation }: { generation: GenerationDto }) {
  const t = useTranslations("takes.waiting");
  const place = usePlaceInLine(generation);
  return (
    <>
      {place === undefined ? null : `${t("place", { place })} `}
      <WaitingWords waiting={generation.waiting} />
    </>
  );
}
