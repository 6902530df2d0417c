import type { Queryable } from "@/lib/db/database.server";
import { announcePresence, isPresent, tryAnnouncePresence, type Presence } from "@/lib/db/presence.server";

const nameOf = (analysisId: string) => `cover-analysis:${analysisId}`;

/** Says that this process waits for its place in line and for the answer to one analysis, for as long as it lives. */
export function announceAnalysis(databaseUrl: string, analysisId: string): Promise<Presence> {
  return announcePresence(databaseUrl, nameOf(analysisId));
}

/** Whether a process that lives is at it. Within a transaction, since it takes the lock for a moment. */
export function isAnalysisAwaited(transaction: Queryable, analysisId: string): Promise<boolean> {
  return isPresent(transaction, nameOf(analysisId));
}

/** The same for an analysis that another process left; null where a process is at it. */
export function adoptAnalysis(databaseUrl: string, analysisId: string): Promise<Presence | null> {
  return tryAnnouncePresence(databaseUrl, nameOf(analysisId));
}
