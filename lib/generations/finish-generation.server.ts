import { jsonNull } from "@/lib/db/database.server";
import { withDatabaseRetry } from "@/lib/db/with-database-retry.server";
import { StudioError } from "@/lib/errors/studio-error";
import { describeError } from "./describe-error";
import { lockGeneration } from "./lock-generation.server";
import type { GenerationServices } from "./services.server";
import { countsSchema, errorFactsSchema, type ErrorFacts } from "./stored-facts";
import { statesBefore, transition } from "./transition";

/** Ends a generation of which nothing is left to fetch: succeeded with at least one result, failed without any. */
export async function finishGeneration(services: GenerationServices, generationId: string): Promise<void> {
  await withDatabaseRetry(() =>
    services.database.$transaction(async (transaction) => {
      const generation = await lockGeneration(transaction, generationId);
      const outputs = await transaction.output.findMany({
        where: { generationId },
        orderBy: { index: "asc" },
        select: { state: true, error: true },
      });
      const row = { state: generation.state, counts: generation.counts, outputs };
      if (row.outputs.some(({ state }) => state === "storing")) return;
      const stored = row.outputs.filter(({ state }) => state === "stored").length;
      const event = stored > 0 ? "complete" : "fail";
      const from = statesBefore(event).find((state) => state === row.state);
      if (!from) return;
      await transaction.generation.update({
        where: { id: generationId },
        data: {
          state: transition(from, event)!,
          error: stored > 0 ? jsonNull : findReason(row),
          waiting: jsonNull,
          nextPollAt: null,
          workerId: null,
          finishedAt: new Date(services.clock.now()),
          version: { increment: 1 },
        },
      });
    }),
  );
}

/** Why nothing came of it: the first fault of a result, else the safety check, else plain nothing. */
function findReason(row: { counts: unknown; outputs: { error: unknown }[] }): ErrorFacts {
  for (const { error } of row.outputs) {
    const parsed = errorFactsSchema.safeParse(error);
    if (parsed.success) return parsed.data;
  }
  const { blocked } = countsSchema.parse(row.counts ?? {});
  return describeError(new StudioError(blocked > 0 ? "result.blocked" : "result.none"));
}
