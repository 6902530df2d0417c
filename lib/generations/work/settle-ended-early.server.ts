import type { Prisma, Queryable } from "@/lib/db/database.server";
import type { Claim } from "../line/claim-generation.server";
import { type ErrorFacts, errorFactsSchema } from "@/lib/errors/error-dto";
import { describeEndedEarly, describeError } from "@/lib/errors/error-facts";
import { lockGeneration } from "../record/lock-generation.server";
import type { GenerationServices } from "../record/services.server";
import { liveSchema } from "../record/stored-facts";
import { transition } from "../record/transition";
import { wakeLine } from "../line/replan-line.server";

/** What had come of an answer when it broke: nothing, whole results only, or a part of one that was streamed. */
export type Received = "nothing" | "whole" | "part";

/** Reads what had come so far. */
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
 * The answer broke off when a part of a streamed result was here. It is never sent again: what had come is stored, and
 * then the generation ends as failed, with the reason, or as succeeded where it turns out that nothing is missing.
 *
 * @param options.workerId who goes on with storing; null leaves it to whoever is woken
 * @returns whether there is something to go on with
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
    const told = describeError(options.error);
    await transaction.attempt.update({
      where: { id: claim.attemptId },
      data: {
        state: "answered",
        error: told,
        finishedAt: now,
        traceId: told.traceId ?? null,
        serviceCode: told.serviceCode ?? null,
      },
    });
    await wakeLine(services, transaction, row.rateBucket);
    return true;
  });
}

/** What a dead worker was streaming is, from here on, a result that is still to be stored. */
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
