import { z } from "zod";
import { reportsEnd, updateFactsSchema, type UpdateFacts } from "../record/pushed-update";
import { jsonNull, type Prisma } from "@/lib/db/database.server";
import { advanceGenerationJob } from "../record/advance-job";
import { lockGeneration } from "../record/lock-generation.server";
import type { GenerationServices } from "../record/services.server";
import { recordSchema } from "../record/stored-facts";
import { statesBefore, transition } from "../record/transition";

const operationSchema = z.looseObject({ taskId: z.string(), pushed: updateFactsSchema.optional() });

/**
 * The newest update that tells how a task ended, else the newest that names it; null where none came. Of another task
 * it tells nothing. Of each address only so many are kept (lib/callbacks/trim-callbacks.server.ts).
 */
export async function findPushed(
  transaction: Prisma.TransactionClient,
  generationId: string,
  taskId: string | null,
): Promise<UpdateFacts | null> {
  const events = await transaction.callbackEvent.findMany({
    where: { kind: "update", address: { generationId } },
    orderBy: { id: "desc" },
    select: { facts: true },
  });
  const updates = events
    .map(({ facts }) => updateFactsSchema.parse(facts))
    .filter((facts) => facts.taskId !== null && (taskId === null || facts.taskId === taskId));
  return updates.find(reportsEnd) ?? updates[0] ?? null;
}

/**
 * Takes in what the service pushed for a generation: a pending task that is said to have ended is asked after at once,
 * and a task whose create call got lost is found again by it. A callback is a hint: the runner asks the service.
 *
 * @param options.again also where it was told the same before
 * @returns whether the generation goes on because of it
 */
export async function applyPushedUpdates(
  { jobs, clock }: Pick<GenerationServices, "jobs" | "clock">,
  transaction: Prisma.TransactionClient,
  generationId: string,
  { again = false }: { again?: boolean } = {},
): Promise<boolean> {
  const row = await lockGeneration(transaction, generationId);
  const pending = operationSchema.safeParse(row.operation).data ?? null;
  const pushed = await findPushed(transaction, generationId, pending?.taskId ?? null);
  if (pushed === null) return false;
  const operation = row.state === "unknown" ? adopt(pushed) : tell(pending, pushed, again);
  const from = statesBefore("accept").find((state) => state === row.state);
  if (operation === null || !from) return false;
  const isBeingAsked = row.state === "running" && row.nextPollAt === null && row.workerId !== null;
  await transaction.generation.update({
    where: { id: generationId },
    data: {
      state: transition(from, "accept")!,
      operation: operation as Prisma.InputJsonObject,
      error: jsonNull,
      finishedAt: null,
      ...(isBeingAsked ? {} : { nextPollAt: new Date(clock.now()), waiting: jsonNull }),
      version: { increment: 1 },
    },
  });
  if (row.state === "unknown") await answerAttempt(transaction, generationId);
  if (!isBeingAsked) await jobs.enqueue(advanceGenerationJob, { generationId }, { transaction });
  return true;
}

/** The create call was never answered, and now its task is known: what a runner needs beside that has a default. */
function adopt(pushed: UpdateFacts): Record<string, unknown> {
  return { taskId: pushed.taskId, pushed };
}

/** What is told a pending task; null where it is nothing new. */
function tell(
  pending: z.infer<typeof operationSchema> | null,
  pushed: UpdateFacts,
  again: boolean,
): Record<string, unknown> | null {
  if (pending === null || !reportsEnd(pushed)) return null;
  if (!again && pending.pushed?.state === pushed.state && pending.pushed.fileId === pushed.fileId)
    return null;
  return { ...recordSchema.parse(pending), pushed };
}

async function answerAttempt(transaction: Prisma.TransactionClient, generationId: string): Promise<void> {
  await transaction.attempt.updateMany({
    where: { generationId, state: "unknown" },
    data: { state: "answered" },
  });
}
