import { findAsset } from "@/lib/media/find-asset.server";
import type { AnalysisServices } from "./analysis-line.server";
import { adoptAnalysis, isAnalysisAwaited } from "./analysis-presence.server";
import { performAnalysis } from "./perform-analysis.server";

/**
 * Goes on with an analysis that waits in line and lost its process: nothing of it has left. For any other one nothing
 * happens. Safe to call at any time, by any number of processes.
 *
 * @returns what resolves when the analysis has ended, and never rejects; null where there was nothing to do
 */
export async function resumeAnalysis(
  services: AnalysisServices,
  { userId, id }: { userId: string; id: string },
): Promise<{ finished: Promise<void> } | null> {
  const { database } = services;
  const row = await database.$transaction(async (transaction) => {
    const waiting = await transaction.coverAnalysis.findFirst({ where: { userId, id, state: "queued" } });
    return waiting && !(await isAnalysisAwaited(transaction, id)) ? waiting : null;
  });
  const asset = row && (await findAsset(row.assetId, userId, database));
  if (!asset) return null;
  const presence = await adoptAnalysis(services.databaseUrl, id);
  if (!presence) return null;
  return { finished: performAnalysis(services, { row, asset }).finally(() => presence.end()) };
}
