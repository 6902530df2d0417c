import type { Prisma, Queryable } from "@/lib/db/database.server";
import { describeWait } from "@/lib/paid-calls/line-wait";
import { countAnalysesAhead, lockLine, planLine, type RateLine } from "@/lib/paid-calls/rate-line.server";
import { advanceGenerationJob } from "../record/advance-job";
import type { GenerationServices } from "../record/services.server";

/** Planned starts closer than this are the same plan. */
export const samePlanMs = 1_000;

/** How many are replanned at once when one leaves the queue; the others are when they move up. */
const maxReplanned = 200;

/** Changes when a queued generation starts, and sets its wake-up. */
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

/** Plans earlier starts for the generations behind one that left the queue. */
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

/** A call of the line ended: wakes the first generation that waits for a free slot there. */
export async function wakeLine(
  { jobs }: Pick<GenerationServices, "jobs">,
  transaction: Queryable,
  bucket: string | null,
): Promise<void> {
  if (!bucket) return;
  const head = await transaction.generation.findFirst({
    where: { rateBucket: bucket, state: "queued", waiting: { path: ["reason"], equals: "concurrency" } },
    orderBy: { id: "asc" },
    select: { id: true },
  });
  if (head) await jobs.enqueue(advanceGenerationJob, { generationId: head.id }, { transaction });
}
