import type { Prisma } from "@/lib/db/database.server";
import { advanceGenerationJob } from "../record/advance-job";
import { countAnalysesAhead, lockLine, planLine, type RateLine } from "@/lib/paid-calls/rate-line.server";
import type { GenerationServices } from "../record/services.server";
import { tellWaitAfterMs, waitUntil, type Waiting } from "../record/waiting";

/** Two moments this near are the same plan. */
export const samePlanMs = 1_000;

/** How many behind one that left the line are told their new moment at once; the others are when they come forward. */
const maxReplanned = 200;

export function describeWait(startsAt: number, now: number): Waiting | null {
  return startsAt - now > tellWaitAfterMs ? waitUntil("rate-limit", startsAt) : null;
}

/** Gives one that waits another moment, and the wake-up that belongs to it. */
export async function reschedule(
  { jobs }: Pick<GenerationServices, "jobs">,
  transaction: Prisma.TransactionClient,
  { id, startsAt, now }: { id: string; startsAt: number; now: number },
): Promise<void> {
  const startAfter = new Date(startsAt);
  await transaction.generation.updateMany({
    where: { id, state: "queued" },
    data: {
      scheduledAt: startAfter,
      waiting: describeWait(startsAt, now) ?? { reason: "queue" },
      version: { increment: 1 },
    },
  });
  await jobs.enqueue(advanceGenerationJob, { generationId: id }, { startAfter, transaction });
}

/** Somebody left the line: those behind move up, and are told when they go now. */
export async function replanLine(
  services: Pick<GenerationServices, "jobs" | "clock">,
  transaction: Prisma.TransactionClient,
  line: RateLine & { bucket: string },
): Promise<void> {
  const now = services.clock.now();
  const state = await lockLine(transaction, line, now);
  const waiting = await transaction.generation.findMany({
    where: { rateBucket: line.bucket, state: "queued" },
    orderBy: { id: "asc" },
    select: { id: true, scheduledAt: true },
    take: maxReplanned,
  });
  const count = waiting.length + state.queuedAnalyses.length;
  const starts = planLine(line, state, { now, count });
  for (const [index, { id, scheduledAt }] of waiting.entries()) {
    const startsAt = starts[index + countAnalysesAhead(state, id)] ?? now;
    if (Math.abs(scheduledAt.getTime() - startsAt) < samePlanMs || scheduledAt.getTime() <= startsAt)
      continue;
    await reschedule(services, transaction, { id, startsAt, now });
  }
}
