import { lockSpending } from "@/lib/costs/budgets.server";
import { jsonNull, type Queryable } from "@/lib/db/database.server";
import type { ServiceError } from "@/lib/service/errors/service-error";
import { advanceGenerationJob } from "../record/advance-job";
import type { Claim } from "../line/claim-generation.server";
import { describeError } from "@/lib/errors/error-facts";
import { lockGeneration } from "../record/lock-generation.server";
import { applyPushedUpdates } from "./pushed-updates.server";
import { postponeCall } from "@/lib/paid-calls/rate-line.server";
import { noteStep } from "../record/note-step.server";
import type { GenerationServices } from "../record/services.server";
import { settleCost } from "../record/settle-cost.server";
import { countStored, countsSchema } from "../record/stored-facts";
import { statesBefore, transition } from "../record/transition";
import { wakeLine } from "../line/replan-line.server";

type AttemptState = "refused" | "unsent" | "unknown";

/** Fails the generation: no result will come. */
export async function settleFailure(
  services: GenerationServices,
  claim: Claim,
  options: { error: unknown; attemptState: AttemptState },
): Promise<void> {
  await settle(services, claim, { ...options, event: "fail" });
}

/** Ends a generation as `unknown`: the request left without an answer and may have been billed. */
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
    // In these states it belongs to another attempt by now.
    if (!current || current === "queued" || current === "storing") return;
    if (!(await isUnsettled(transaction, claim))) return;
    if (event === "complete") await lockSpending(transaction, claim.attemptId);
    await closeAttempt(transaction, claim, { state: options.attemptState, error, finishedAt });
    const cost = event === "complete" ? await settleCost(transaction, row) : {};
    const outcome = transition(current, event)!;
    await transaction.generation.updateMany({
      where: { id: row.id },
      data: {
        ...cost,
        state: outcome,
        error: event === "complete" ? jsonNull : error,
        waiting: jsonNull,
        workerId: null,
        // A callback may still name the task, which is then polled.
        ...(event === "lose" ? {} : { taskConnection: null }),
        finishedAt,
        version: { increment: 1 },
      },
    });
    const { attemptId } = claim;
    noteStep(transaction, row, "ended", { attemptId, outcome, error: event === "complete" ? null : error });
    await wakeLine(services, transaction, row.rateBucket);
    // A callback may have named the task already.
    if (event === "lose") await applyPushedUpdates(services, transaction, row.id);
  });
}

/** Whether every expected result was stored before the fault. */
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

/** Puts a request that made nothing back in the queue; its whole line pauses. */
export async function settlePostponed(
  { database, clock, jobs }: GenerationServices,
  claim: Claim,
  error: ServiceError,
): Promise<void> {
  const facts = describeError(error);
  await database.$transaction(async (transaction) => {
    const row = await lockGeneration(transaction, claim.generationId);
    if (!statesBefore("requeue").some((each) => each === row.state)) return;
    if (!(await isUnsettled(transaction, claim))) return;
    const now = clock.now();
    const state = error.sent === "no" ? "unsent" : "refused";
    await closeAttempt(transaction, claim, { state, error: facts, finishedAt: new Date(now) });
    const { _min: first } = await transaction.attempt.aggregate({
      where: { generationId: row.id },
      _min: { startedAt: true },
    });
    const waitedMs = now - (first.startedAt?.getTime() ?? now);
    const { until, waiting } = await postponeCall(transaction, row.rateBucket, { error, now, waitedMs });
    const startAfter = new Date(until);
    await transaction.generation.update({
      where: { id: row.id },
      data: {
        state: "queued",
        workerId: null,
        startedAt: null,
        scheduledAt: startAfter,
        waiting,
        error: facts,
        version: { increment: 1 },
      },
    });
    noteStep(transaction, row, "requeued", { attemptId: claim.attemptId, error: facts });
    await jobs.enqueue(advanceGenerationJob, { generationId: row.id }, { startAfter, transaction });
  });
}

/** Whether the outcome of an attempt is still open. Another worker may have taken over and closed it. */
async function isUnsettled(transaction: Queryable, { attemptId }: Claim): Promise<boolean> {
  const { state } = await transaction.attempt.findUniqueOrThrow({
    where: { id: attemptId },
    select: { state: true },
  });
  return state === "prepared" || state === "open" || state === "unknown";
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
