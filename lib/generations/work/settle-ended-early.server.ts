import type { Prisma, Queryable } from "@/lib/db/database.server";
import type { Received } from "@/lib/paid-calls/judge-fault";
import type { Claim } from "../line/claim-generation.server";
import { type ErrorFacts, errorFactsSchema } from "@/lib/errors/error-dto";
import { describeEndedEarly, describeError } from "@/lib/errors/error-facts";
import { lockGeneration } from "../record/lock-generation.server";
import { noteStep } from "../record/note-step.server";
import type { GenerationServices } from "../record/services.server";
import { liveSchema } from "../record/stored-facts";
import { transition } from "../record/transition";
import { wakeLine } from "../line/replan-line.server";

/** How much of the answer has arrived. */
export async function findReceived(database: Queryable, generationId: string): Promise<Received> {
  const { live, outputs } = await database.generation.findUniqueOrThrow({
    where: { id: generationId },
    select: { live: true, outputs: { select: { state: true, sourceUrl: true, error: true } } },
  });
  const isPart = ({ state, sourceUrl, error }: (typeof outputs)[number]) =>
    state === "partial" ||
    (state === "storing" && sourceUrl === null) ||
    errorFactsSchema.safeParse(error).data?.code === "generation.ended-unusable";
  if (live !== null || outputs.some(isPart)) return "part";
  return outputs.some(({ state }) => state === "stored") ? "whole" : "nothing";
}

/**
 * Settles an answer that broke off after a part of a streamed result. It is never sent again: the part is stored, then the
 * generation ends as `failed` with the reason, or as `succeeded` if nothing is missing.
 *
 * @param options.workerId the worker that continues with storing; null for the next one that is woken
 * @returns whether there is something to store
 */
export async function settleEndedEarly(
  services: Pick<GenerationServices, "database" | "jobs" | "clock">,
  claim: Claim,
  options: { error: unknown; workerId: string | null },
): Promise<boolean> {
  const { database, clock } = services;
  const cause = describeEndedEarly(options.error);
  const now = new Date(clock.now());
  return database.$transaction(async (transaction) => {
    const row = await lockGeneration(transaction, claim.generationId);
    if (row.state !== "running") return false;
    await keepStream(transaction, row, cause);
    await transaction.generation.update({
      where: { id: row.id },
      data: {
        state: transition("running", "deliver")!,
        workerId: options.workerId,
        nextPollAt: options.workerId === null ? now : null,
        error: cause,
        version: { increment: 1 },
      },
    });
    noteStep(transaction, row, "answered", { attemptId: claim.attemptId, error: cause });
    const facts = describeError(options.error);
    await transaction.attempt.update({
      where: { id: claim.attemptId },
      data: {
        state: "answered",
        error: facts,
        finishedAt: now,
        traceId: facts.traceId ?? null,
        serviceCode: facts.serviceCode ?? null,
      },
    });
    await wakeLine(services, transaction, row.rateBucket);
    return true;
  });
}

/** Turns the live stream into a result that is still to be stored. */
async function keepStream(
  transaction: Prisma.TransactionClient,
  row: { id: string; live: unknown },
  cause: ErrorFacts,
): Promise<void> {
  if (row.live === null) return;
  const { role, index, expectedKind, facts } = liveSchema.parse(row.live);
  await transaction.output.createMany({
    data: [
      {
        generationId: row.id,
        role,
        index,
        expectedKind,
        state: "storing",
        error: cause,
        ...(facts ? { facts: facts as Prisma.InputJsonObject } : {}),
      },
    ],
    skipDuplicates: true,
  });
}
