import { z } from "zod";
import { reportsEnd, updateFactsSchema, type UpdateFacts } from "../record/pushed-update";
import { jsonNull, type Prisma } from "@/lib/db/database.server";
import { advanceGenerationJob } from "../record/advance-job";
import { lockGeneration } from "../record/lock-generation.server";
import { noteStep } from "../record/note-step.server";
import type { GenerationServices } from "../record/services.server";
import { recordSchema } from "../record/stored-facts";
import { statesBefore, transition } from "../record/transition";

const operationSchema = z.looseObject({ taskId: z.string(), pushed: updateFactsSchema.optional() });

/**
 * The newest update of a task that reports its end, else its newest update; null for none. Updates of another task are
 * ignored. Only so many are kept per address (lib/callbacks/trim-callbacks.server.ts).
 */
async function findPushed(
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
 * Applies the callbacks of a generation: a pending task that reports its end is polled at once, and the task of a lost
 * create call is found by them. A callback is only a hint: the runner asks the service.
 *
 * @param options.again also applies an update that was applied before
 * @returns whether the generation continues because of it
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
  const isBeingPolled = row.state === "running" && row.nextPollAt === null && row.workerId !== null;
  await transaction.generation.update({
    where: { id: generationId },
    data: {
      state: transition(from, "accept")!,
      operation: operation as Prisma.InputJsonObject,
      error: jsonNull,
      finishedAt: null,
      dismissedAt: null,
      ...(isBeingPolled ? {} : { nextPollAt: new Date(clock.now()), waiting: jsonNull }),
      version: { increment: 1 },
    },
  });
  noteStep(transaction, row, "reported");
  if (row.state === "unknown") await answerAttempt(transaction, generationId);
  if (!isBeingPolled) await jobs.enqueue(advanceGenerationJob, { generationId }, { transaction });
  return true;
}

/** The operation of a lost create call, whose task is known now. Runners have defaults for the rest. */
function adopt(pushed: UpdateFacts): Record<string, unknown> {
  return { taskId: pushed.taskId, pushed };
}

/** The operation of a pending task with the update; null for nothing new. */
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
