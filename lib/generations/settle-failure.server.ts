import { jsonNull, type Queryable } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import type { ServiceError } from "@/lib/service/errors/service-error";
import { advanceGenerationJob } from "./advance-job";
import type { Claim } from "./claim-generation.server";
import { describeError } from "./describe-error";
import { getRateLine } from "./get-rate-line.server";
import { blockLine } from "./rate-line.server";
import type { GenerationServices } from "./services.server";
import type { GenerationEvent } from "./transition";
import { countsSchema } from "./stored-facts";
import { statesBefore, transition } from "./transition";
import { wakeLine } from "./wake-line.server";
import { waitUntil } from "./waiting";
import type { WorkerServices } from "./worker-services.server";

type AttemptState = "refused" | "unsent" | "unknown";

/** How often a request that provably made nothing is sent anew before the person is asked. */
const maxAttempts = 30;

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
  const stored = await services.database.output.count({
    where: { generationId: claim.generationId, state: "stored" },
  });
  const generation = await services.database.generation.findUniqueOrThrow({
    where: { id: claim.generationId },
    select: { counts: true },
  });
  // Everything that was asked for came through before the connection broke: then nothing is lost.
  const whole = stored > 0 && stored >= countsSchema.parse(generation.counts ?? {}).expected;
  await settle(services, claim, { error, attemptState: "unknown", event: whole ? "complete" : "lose" });
}

async function settle(
  services: GenerationServices,
  claim: Claim,
  options: { error: unknown; attemptState: AttemptState; event: GenerationEvent },
): Promise<void> {
  const finishedAt = new Date(services.clock.now());
  const error = describeError(options.error);
  const from = statesBefore(options.event);
  await services.database.$transaction(async (transaction) => {
    const row = await transaction.generation.findUniqueOrThrow({ where: { id: claim.generationId } });
    const current = from.find((state) => state === row.state);
    if (!current) return;
    await transaction.generation.update({
      where: { id: row.id },
      data: {
        state: transition(current, options.event)!,
        error: options.event === "complete" ? jsonNull : error,
        waiting: jsonNull,
        workerId: null,
        finishedAt,
        version: { increment: 1 },
      },
    });
    await closeAttempt(transaction, claim, { state: options.attemptState, error, finishedAt });
    await wakeLine(services, transaction, row.rateBucket);
  });
}

/** The service, or the way to it, said no for now and provably made nothing: back in line. */
export async function settleRequeue(
  services: WorkerServices,
  claim: Claim,
  error: ServiceError,
): Promise<void> {
  const { database, clock, jobs } = services;
  const finishedAt = new Date(clock.now());
  const facts = describeError(error);
  const exhausted = await database.$transaction(async (transaction) => {
    const row = await transaction.generation.findUniqueOrThrow({ where: { id: claim.generationId } });
    if (!statesBefore("requeue").some((state) => state === row.state)) return false;
    const attempts = await transaction.attempt.count({ where: { generationId: row.id } });
    if (attempts >= maxAttempts) return true;
    const unsent = error.sent === "no";
    await closeAttempt(transaction, claim, {
      state: unsent ? "unsent" : "refused",
      error: facts,
      finishedAt,
    });
    const definition = services.definitions.find(row.generator);
    if (!definition) throw new StudioError("generator.unknown");
    const line = getRateLine(
      await services.getConnection(row.userId),
      definition.summariseInput(definition.inputSchema.parse(row.input)),
    );
    const now = clock.now();
    const backoffMs = Math.min(60_000, 1_000 * 2 ** Math.min(attempts, 6));
    const startsAt =
      line.bucket && !unsent
        ? await blockLine(transaction, line.bucket, {
            now,
            retryAfterMs: error.retryAfterMs,
            windowMs: line.limit?.windowMs ?? 60_000,
          })
        : now + Math.max(backoffMs, error.retryAfterMs ?? 0);
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
    await wakeLine(services, transaction, row.rateBucket);
    return false;
  });
  if (exhausted)
    await settleFailure(services, claim, { error, attemptState: error.sent === "no" ? "unsent" : "refused" });
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
