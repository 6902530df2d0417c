import type { StateTone } from "@/components/ui/state-dot";
import type { ConnectionSummary } from "@/lib/connections/connection-summary";

/** What is known of a connection: how its last test ended, or that it was never tested. */
export type ConnectionHealth = "answered" | "busy" | "failed" | "untested";

/** The last known state of a connection. Only what answered is good: an address alone says nothing. */
export function readConnectionHealth({
  testedAt,
  testResult,
}: Pick<ConnectionSummary, "testedAt" | "testResult">): ConnectionHealth {
  if (!testResult || !testedAt) return "untested";
  if (testResult.outcome === "ok") return "answered";
  return testResult.outcome === "rate-limited" ? "busy" : "failed";
}

export const healthTones: Readonly<Record<ConnectionHealth, StateTone>> = {
  answered: "good",
  busy: "warning",
  failed: "danger",
  untested: "neutral",
};
