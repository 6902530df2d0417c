import { jsonNull, type Queryable } from "@/lib/db/database.server";
import type { ServiceError } from "@/lib/service/errors/service-error";
import { advanceGenerationJob } from "../record/advance-job";
import type { Claim } from "../line/claim-generation.server";
import { describeError } from "@/lib/errors/error-facts";
import { countStored } from "./finish-generation.server";
import { lockGeneration } from "../record/lock-generation.server";
import { applyPushedUpdates } from "./pushed-updates.server";
import { blockLine } from "@/lib/paid-calls/rate-line.server";
import type { GenerationServices } from "../record/services.server";
import { countsSchema } from "../record/stored-facts";
import { statesBefore, transition } from "../record/transition";
import { wakeLine } from "../line/wake-line.server";
import { waitUntil } from "../record/waiting";
import type { WorkerServices } from "../record/worker-services.server";

type AttemptState = "refused" | "unsent" | "unknown";

/** How long a request that provably made nothing is sent anew before the person is asked. */
export const patienceMs = 24 * 60 * 60 * 1000;

/** It is known that no result will come of this. */
export async function settleFailure(
  services: GenerationServices,
  claim: Claim,
  options: { error: unknown; attemptState: AttemptState },
): Promise<void> {
  await settle(services, claim, { ...options, event: "fail" });
}

/** The request left and no answer came: nobody here can say whether it was made and counted. */
export async function settleLoss(services: GenerationServices, claim: Claim, error: unknown): Promise<void> {
  await settle(services, claim, { error, attemptState: "unknown", event: "lose" });
}

async function settle(
  services: GenerationServices,
  claim: Claim,
  options: { error: unknown; attemptState: AttemptState; event: "fail" | "lose" },
): Promise<void> {
  const finishedAt = new Date(services.clock.now());
  const error = describeError(options.error);
  await services.database.$transaction(async (transaction) => {
    const row = await lockGeneration(transaction, claim.generationId);
    const event = options.event === "lose" && (await isWhole(transaction, row)) ? "complete" : options.event;
    const current = statesBefore(event).find((state) => state === row.state);
    // Queued or storing, it is another's by now: this attempt has nothing to say about it.
    if (!current || current === "queued" || current === "storing") return;
    await transaction.generation.update({
      where: { id: row.id },
      data: {
        state: transition(current, event)!,
        error: event === "complete" ? jsonNull : error,
        waiting: jsonNull,
        workerId: null,
        // What was lost may still be told of by a callback, and then it is asked after.
        ...(event === "lose" ? {} : { taskConnection: null }),
        finishedAt,
        version: { increment: 1 },
      },
    });
    await closeAttempt(transaction, claim, { state: options.attemptState, error, finishedAt });
    await wakeLine(services, transaction, row.rateBucket);
    // A callback may have told which task it became.
    if (event === "lose") await applyPushedUpdates(services, transaction, row.id);
  });
}

/** Everything that was asked for came through before the fault: then nothing is lost. */
export async function isWhole(
  transaction: Queryable,
  row: { id: string; counts: unknown },
): Promise<boolean> {
  const counts = countsSchema.parse(row.counts ?? {});
  const outputs = await transaction.output.findMany({
    where: { generationId: row.id },
    select: { state: true, role: true },
  });
  const stored = countStored(counts, outputs);
  return stored > 0 && stored >= counts.expected;
}

/** The service, or the way to it, said no for now and provably made nothing: back in line, and the line waits. */
export async function settleRequeue(
  services: WorkerServices,
  claim: Claim,
  error: ServiceError,
): Promise<void> {
  const { database, clock, jobs } = services;
  const facts = describeError(error);
  const unsent = error.sent === "no";
  const state = unsent ? "unsent" : "refused";
  const exhausted = await database.$transaction(async (transaction) => {
    const row = await lockGeneration(transaction, claim.generationId);
    if (!statesBefore("requeue").some((each) => each === row.state)) return false;
    const now = clock.now();
    if (now - row.createdAt.getTime() > patienceMs) return true;
    await closeAttempt(transaction, claim, { state, error: facts, finishedAt: new Date(now) });
    const attempts = await transaction.attempt.count({ where: { generationId: row.id } });
    const startsAt = row.rateBucket
      ? await blockLine(transaction, row.rateBucket, { now, retryAfterMs: error.retryAfterMs })
      : now + Math.max(error.retryAfterMs ?? 0, Math.min(60_000, 1_000 * 2 ** Math.min(attempts, 6)));
    const startAfter = new Date(startsAt);
    await transaction.generation.update({
      where: { id: row.id },
      data: {
        state: "queued",
        workerId: null,
        startedAt: null,
        scheduledAt: startAfter,
        waiting: waitUntil(unsent ? "service-unreachable" : "service-busy", startsAt),
        error: facts,
        version: { increment: 1 },
      },
    });
    await jobs.enqueue(advanceGenerationJob, { generationId: row.id }, { startAfter, transaction });
    return false;
  });
  if (exhausted) await settleFailure(services, claim, { error, attemptState: state });
}

async function closeAttempt(
  transaction: Queryable,
  claim: Claim,
  data: { state: AttemptState; error: ReturnType<typeof describeError>; finishedAt: Date },
): Promise<void> {
  await transaction.attempt.update({
    where: { id: claim.attemptId },
    data: {
      state: data.state,
      error: data.error,
      finishedAt: data.finishedAt,
      traceId: data.error.traceId ?? null,
      serviceCode: data.error.serviceCode ?? null,
    },
  });
}
