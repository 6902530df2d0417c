import type { ResolvedConnection } from "../../connections/resolved-connection";
import { sealConnection } from "@/lib/connections/sealed-connection.server";
import { type Prisma, jsonNull } from "@/lib/db/database.server";
import { advanceGenerationJob } from "../record/advance-job";
import { holdNews, tellHeld } from "@/lib/live/live-hub.server";
import { LINK_LIFETIME_MS } from "@/lib/service/contract/files";
import { findCallbackUpdate } from "./ask-later.server";
import type { Claim } from "../line/claim-generation.server";
import { finishIfStored } from "./finish-generation.server";
import {
  type RunnerDone,
  type RunnerPending,
  type RunnerResult,
  toOutputFacts,
} from "../record/runner-port.server";
import { lockGeneration } from "../record/lock-generation.server";
import { applyPushedUpdates } from "./pushed-updates.server";
import { clearStrikes } from "@/lib/paid-calls/rate-line.server";
import { noteStep } from "../record/note-step.server";
import { countsSchema } from "../record/stored-facts";
import { findStoring, storeOutputs, type StoringRow } from "./store-outputs.server";
import { statesBefore, transition } from "../record/transition";
import { wakeLine } from "../line/replan-line.server";
import { waitUntil } from "@/lib/paid-calls/line-wait";
import type { Waiting } from "../record/waiting";
import type { WorkerServices } from "../record/worker-services.server";

/** Stores an answer completely before anything else is done with it, then downloads the results it links to. */
export async function settleResult(
  services: WorkerServices,
  claim: AnsweredClaim,
  result: RunnerResult,
): Promise<void> {
  if (result.kind === "pending") return void (await accept(services, claim, result));
  const found = await deliver(services, claim, result);
  // A streamed result that could not be stored yet is stored now, too.
  if (found) await storeOutputs(services, claim.generationId, { found });
}

/** What was answered: a request, with its connection, or the poll of its task. */
type AnsweredClaim = { generationId: string } & (
  | { attemptId: Claim["attemptId"]; connection: ResolvedConnection }
  /** `asked` is the polled operation; the attempt was answered before. */
  | { attemptId: null; asked: unknown }
);

async function accept(
  services: WorkerServices,
  claim: AnsweredClaim,
  result: RunnerPending,
): Promise<boolean> {
  const { database, clock, jobs } = services;
  const now = clock.now();
  return database.$transaction(async (transaction) => {
    const row = await lockGeneration(transaction, claim.generationId);
    if (!statesBefore("accept").some((state) => state === row.state)) return false;
    const update = claim.attemptId === null ? findCallbackUpdate(row.operation, claim.asked) : null;
    const pauseMs = update ? 0 : result.pollAfterMs;
    const nextPollAt = pauseMs === null ? null : new Date(now + pauseMs);
    await transaction.generation.updateMany({
      where: { id: claim.generationId },
      data: {
        state: transition("running", "accept")!,
        operation: { ...result.operation, ...update } as Prisma.InputJsonObject,
        nextPollAt,
        pollFaults: 0,
        waiting: describeWait(result, nextPollAt) ?? jsonNull,
        workerId: null,
        // Where the answer was taken for lost.
        error: jsonNull,
        finishedAt: null,
        dismissedAt: null,
        ...(result.usage ? { usage: result.usage as Prisma.InputJsonObject } : {}),
        ...(claim.attemptId === null
          ? {}
          : { taskConnection: sealConnection(claim.connection, claim.generationId) }),
        version: { increment: 1 },
      },
    });
    await answerAttempt(transaction, claim, result.traceId, now);
    if (claim.attemptId !== null) {
      noteStep(transaction, row, "accepted", claim);
      // A callback may arrive before the answer.
      const goesOn = await applyPushedUpdates(services, transaction, claim.generationId);
      if (goesOn) return true;
    }
    if (nextPollAt) {
      const wakeUp = { generationId: claim.generationId };
      await jobs.enqueue(advanceGenerationJob, wakeUp, { startAfter: nextPollAt, transaction });
    }
    return true;
  });
}

/** Only a task that cannot be polled shows what it waits for. */
function describeWait(
  { hasNoQuery = false, hasCallback, triedFile }: RunnerPending,
  nextPollAt: Date | null,
): Waiting | null {
  if (nextPollAt && !hasNoQuery) return null;
  const reason = hasCallback === undefined ? "no-query" : hasCallback ? "callback" : "no-callback";
  const wait: Waiting = nextPollAt ? waitUntil(reason, nextPollAt.getTime()) : { reason };
  return triedFile ? { ...wait, triedFile } : wait;
}

/** @returns what is still to be stored; null for nothing, and where the generation is no longer waiting for an answer */
async function deliver(
  services: WorkerServices,
  claim: AnsweredClaim,
  result: RunnerDone,
): Promise<StoringRow | null> {
  const { database, clock } = services;
  const now = clock.now();
  return database.$transaction(async (transaction) => {
    // Told at the end, which for linked results `storeOutputs` writes.
    await holdNews(transaction);
    const row = await lockGeneration(transaction, claim.generationId);
    const from = statesBefore("deliver").find((state) => state === row.state);
    if (!from) return null;
    await transaction.output.createMany({
      data: result.outputs.map(({ index, role, url, expectedKind, rawAudio, facts }) => ({
        generationId: claim.generationId,
        index,
        role,
        expectedKind,
        state: "storing",
        sourceUrl: url,
        sourceExpiresAt: new Date(now + LINK_LIFETIME_MS),
        ...toOutputFacts({ rawAudio, facts }),
      })),
      skipDuplicates: true,
    });
    await transaction.generation.updateMany({
      where: { id: claim.generationId },
      data: {
        state: transition(from, "deliver")!,
        workerId: services.workerId,
        operation: jsonNull,
        taskConnection: null,
        nextPollAt: null,
        error: jsonNull,
        finishedAt: null,
        dismissedAt: null,
        counts: {
          ...countsSchema.parse(row.counts ?? {}),
          blocked: result.blocked,
          ...(result.expected === undefined ? {} : { expected: result.expected }),
        },
        ...(result.usage ? { usage: result.usage as Prisma.InputJsonObject } : {}),
        facts: {
          ...result.facts,
          ...(result.traceId ? { traceId: result.traceId } : {}),
        } as Prisma.InputJsonObject,
        version: { increment: 1 },
      },
    });
    await answerAttempt(transaction, claim, result.traceId, now);
    noteStep(transaction, row, "answered", claim);
    if (row.rateBucket) await clearStrikes(transaction, row.rateBucket);
    await wakeLine(services, transaction, row.rateBucket);
    if (result.outputs.length === 0) {
      // What it brought with it is stored already.
      const isFinished = await finishIfStored(services, transaction, claim.generationId);
      await tellHeld(transaction, claim.generationId);
      if (isFinished) return null;
    }
    return findStoring(transaction, claim.generationId);
  });
}

async function answerAttempt(
  transaction: Prisma.TransactionClient,
  claim: AnsweredClaim,
  traceId: string | undefined,
  now: number,
): Promise<void> {
  if (!claim.attemptId) return;
  await transaction.attempt.updateMany({
    where: { id: claim.attemptId },
    data: { state: "answered", traceId: traceId ?? null, finishedAt: new Date(now) },
  });
}
