import type { Queryable } from "@/lib/db/database.server";
import { announcePresence, isPresent, type Presence } from "@/lib/db/presence.server";

export type AnalysisPresence = Presence;

const nameOf = (analysisId: string) => `cover-analysis:${analysisId}`;

/** Says that this process waits for the answer to one analysis. */
export function announceAnalysis(databaseUrl: string, analysisId: string): Promise<AnalysisPresence> {
  return announcePresence(databaseUrl, nameOf(analysisId));
}

/** Whether a process that lives waits for the answer. */
export function isAnalysisAwaited(transaction: Queryable, analysisId: string): Promise<boolean> {
  return isPresent(transaction, nameOf(analysisId));
}
