import { jsonNull, type Prisma } from "@/lib/db/database.server";
import { withDatabaseRetry } from "@/lib/db/with-database-retry.server";
import { StudioError } from "@/lib/errors/studio-error";
import { type ErrorFacts, errorFactsSchema } from "@/lib/errors/error-dto";
import { describeError } from "@/lib/errors/error-facts";
import { lockGeneration } from "../record/lock-generation.server";
import { noteStep } from "../record/note-step.server";
import type { GenerationServices } from "../record/services.server";
import { settleCost } from "../record/settle-cost.server";
import { countStored, countsSchema, type Counts } from "../record/stored-facts";
import { statesBefore, transition } from "../record/transition";

/**
 * Ends a generation whose outputs are all stored: `succeeded` with at least one result and no partial one, else
 * `failed`. If the answer broke off (the row has an error), it succeeds only with every expected result.
 *
 * @returns false where something is still to be stored
 */
export async function finishGeneration(services: GenerationServices, generationId: string): Promise<boolean> {
  return withDatabaseRetry(() =>
    services.database.$transaction((transaction) => finishIfStored(services, transaction, generationId)),
  );
}

/** The same as part of the transaction that settles its last result. */
export async function finishIfStored(
  { clock }: Pick<GenerationServices, "clock">,
  transaction: Prisma.TransactionClient,
  generationId: string,
): Promise<boolean> {
  const row = await lockGeneration(transaction, generationId);
  const outputs = await transaction.output.findMany({
    where: { generationId },
    orderBy: { index: "asc" },
    select: { state: true, role: true, error: true },
  });
  if (outputs.some(({ state }) => state === "storing")) return false;
  const result = judge({
    counts: countsSchema.parse(row.counts ?? {}),
    cause: row.error === null ? null : errorFactsSchema.parse(row.error),
    outputs,
  });
  const from = statesBefore(result.event).find((state) => state === row.state);
  if (!from) return true;
  const cost = await settleCost(transaction, row);
  const outcome = transition(from, result.event)!;
  await transaction.generation.updateMany({
    where: { id: generationId },
    data: {
      ...cost,
      state: outcome,
      error: result.error ?? jsonNull,
      waiting: jsonNull,
      nextPollAt: null,
      workerId: null,
      taskConnection: null,
      finishedAt: new Date(clock.now()),
      version: { increment: 1 },
    },
  });
  noteStep(transaction, row, "ended", { outcome, error: result.error });
  return true;
}

interface Fetched {
  counts: Counts;
  /** Why the answer broke off; null if it did not. */
  cause: ErrorFacts | null;
  outputs: { state: string; role: string; error: unknown }[];
}

/** How it ends, and the error of a failed one. Pure. */
function judge({ counts, cause, outputs }: Fetched): {
  event: "complete" | "fail";
  error: ErrorFacts | null;
} {
  const stored = countStored(counts, outputs);
  const hasPart = outputs.some(({ state }) => state === "partial");
  const isEnough = cause ? stored >= counts.expected : stored > 0;
  if (isEnough && !hasPart) return { event: "complete", error: null };
  if (cause?.code === "generation.ended-early" && !hasPart) {
    return { event: "fail", error: { ...cause, code: "generation.ended-unusable" } };
  }
  return { event: "fail", error: cause ?? findReason(counts, outputs) };
}

/** Why there is no result: the first error of one, else the safety check, else an empty answer. */
function findReason({ blocked }: Counts, outputs: Fetched["outputs"]): ErrorFacts {
  for (const { error } of outputs) {
    const parsed = errorFactsSchema.safeParse(error);
    if (parsed.success) return parsed.data;
  }
  return describeError(new StudioError(blocked > 0 ? "result.blocked" : "result.none"));
}
