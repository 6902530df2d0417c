"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useQueued } from "@/components/queries/places-in-line";
import { useNow } from "@/components/queries/use-now";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { useUnits } from "@/lib/i18n/units";

type Reason = NonNullable<GenerationDto["waiting"]>["reason"];

/** Reasons why a request is not sent yet; the others are about sent ones. */
const causes = [
  "rate-limit",
  "concurrency",
  "service-busy",
  "service-unreachable",
  "callback-check",
  "disk-space",
  "budget",
] as const;

/** The wait ends with another attempt, which may fail and wait again. */
const retried: readonly Reason[] = ["service-busy", "service-unreachable", "callback-check"];

const isCause = (reason: Reason): reason is (typeof causes)[number] =>
  (causes as readonly Reason[]).includes(reason);

/** Its place in the queue, when it starts and why not now: "3rd in queue, starts in about 20 s (rate limit)". */
export function QueuedWords({ generation }: { generation: GenerationDto }) {
  const t = useTranslations("takes.waiting");
  const units = useUnits();
  const { place, waiting } = useQueued(generation);
  const seconds = useSecondsLeft(waiting?.untilAt);
  const status = place === undefined ? t("plain") : t("place", { place });
  if (!waiting || !isCause(waiting.reason)) return status;
  const cause = t(`causes.${waiting.reason}`);
  if (seconds === null) return t("because", { status, cause });
  const retries = retried.includes(waiting.reason);
  if (seconds <= 0) return t(retries ? "retriesNow" : "startsNow", { status });
  const duration = units.estimate(seconds);
  return t("because", { status: t(retries ? "retries" : "starts", { status, duration }), cause });
}

/** Why a request that was sent is not done and when it is checked next: "Waiting for the service, checks again in about 5 s". */
export function WaitingWords({ waiting }: { waiting: NonNullable<GenerationDto["waiting"]> }) {
  const t = useTranslations("takes.waiting");
  const units = useUnits();
  const format = useFormatter();
  const seconds = useSecondsLeft(waiting.untilAt);
  const { reason } = waiting;
  const status = reason === "queue" || isCause(reason) ? t("sent") : t(reason);
  if (seconds === null) return status;
  if (reason !== "storage") {
    if (seconds <= 0) return t("checksNow", { status });
    return t("checks", { status, duration: units.estimate(seconds) });
  }
  if (seconds <= 0) return t("retriesNow", { status });
  const words = t("retries", { status, duration: units.estimate(seconds) });
  if (waiting.givesUpAt === undefined) return words;
  return t("givesUp", { status: words, time: format.dateTime(new Date(waiting.givesUpAt), "time") });
}

/** Null where no end is known, or no clock yet. */
function useSecondsLeft(untilAt: string | undefined): number | null {
  const now = useNow(untilAt !== undefined);
  return untilAt === undefined || now === null ? null : Math.ceil((Date.parse(untilAt) - now) / 1000);
}
