import type { Queryable } from "@/lib/db/database.server";
import type { CoverAnalysis } from "@/lib/db/generated/client";
import { describeError } from "@/lib/errors/error-facts";
import { StudioError } from "@/lib/errors/studio-error";
import { isAnalysisAwaited } from "./analysis-presence.server";

/** An analysis that nobody waits for any more, since its process is gone, becomes `unknown`; others stay as they are. */
export async function settleAbandoned(
  transaction: Queryable,
  row: CoverAnalysis,
  now: Date,
): Promise<CoverAnalysis> {
  if (row.state !== "running" || (await isAnalysisAwaited(transaction, row.id))) return row;
  await transaction.coverAnalysis.updateMany({
    where: { id: row.id, state: "running" },
    data: {
      state: "unknown",
      error: describeError(new StudioError("generation.interrupted")),
      finishedAt: now,
    },
  });
  // Its answer may have been written in the very moment before.
  return transaction.coverAnalysis.findUniqueOrThrow({ where: { id: row.id } });
}
