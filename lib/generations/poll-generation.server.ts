import { withDatabaseRetry } from "@/lib/db/with-database-retry.server";
import { StudioError } from "@/lib/errors/studio-error";
import { isServiceError } from "@/lib/service/errors/service-error";
import { advanceGenerationJob } from "./advance-job";
import { createRunnerContext } from "./create-runner-context.server";
import { endPendingGeneration } from "./end-pending-generation.server";
import { settleResult } from "./settle-result.server";
import { recordSchema } from "./stored-facts";
import { waitUntil } from "./waiting";
import type { WorkerServices } from "./worker-services.server";

/** A query that fails says nothing about the task, so it is asked again: this long after the first, then longer. */
const firstPauseMs = 5_000;
const longestPauseMs = 120_000;

/**
 * Asks after a pending task. Free, so it may be repeated, after a restart too; the create call is never sent again.
 * A callback that came first has moved the generation on, and then this does nothing.
 */
export async function pollGeneration(services: WorkerServices, generationId: string): Promise<void> {
  const { database } = services;
  const row = await withDatabaseRetry(() =>
    database.generation.findUniqueOrThrow({ where: { id: generationId } }),
  );
  if (row.state !== "running" || row.operation === null) return;
  try {
    const runner = await services.runners.load(row.generator);
    if (!runner?.poll) throw new StudioError("generator.unknown");
    const client = services.createClient(await services.getConnection(row.userId));
    const result = await runner.poll(
      recordSchema.parse(row.operation),
      createRunnerContext(services, { row, client }),
    );
    await withDatabaseRetry(() => settleResult(services, { generationId, attemptId: null }, result));
  } catch (error) {
    if (services.signal.aborted) return;
    if (isServiceError(error) && error.kind === "refused" && error.retry === "never") {
      await withDatabaseRetry(() => endPendingGeneration(services, generationId, error));
      return;
    }
    services.report(error, "A task could not be asked after; it will be again", { generationId });
    await withDatabaseRetry(() => askLater(services, generationId, row.startedAt));
  }
}

async function askLater(
  services: WorkerServices,
  generationId: string,
  startedAt: Date | null,
): Promise<void> {
  const now = services.clock.now();
  const ageMs = now - (startedAt?.getTime() ?? now);
  const at = now + Math.min(longestPauseMs, Math.max(firstPauseMs, ageMs / 10));
  const startAfter = new Date(at);
  await services.database.$transaction(async (transaction) => {
    await transaction.generation.updateMany({
      where: { id: generationId, state: "running" },
      data: {
        workerId: null,
        nextPollAt: startAfter,
        waiting: waitUntil("poll", at),
        version: { increment: 1 },
      },
    });
    await services.jobs.enqueue(advanceGenerationJob, { generationId }, { startAfter, transaction });
  });
}
