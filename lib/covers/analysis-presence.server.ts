import type { Queryable } from "@/lib/db/database.server";
import { announcePresence, isPresent, type Presence } from "@/lib/db/presence.server";

const nameOf = (analysisId: string) => `cover-analysis:${analysisId}`;

/** Says that this process waits for the answer to one analysis, for as long as it lives. */
export function announceAnalysis(databaseUrl: string, analysisId: string): Promise<Presence> {
  return announcePresence(databaseUrl, nameOf(analysisId));
}

/** Whether a process that lives waits for the answer. Within a transaction, since it takes the lock for a moment. */
export function isAnalysisAwaited(transaction: Queryable, analysisId: string): Promise<boolean> {
  return isPresent(transaction, nameOf(analysisId));
}
