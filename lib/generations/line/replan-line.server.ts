import type { Prisma, Queryable } from "@/lib/db/database.server";
import { describeWait } from "@/lib/paid-calls/line-wait";
import { findFirstGenerations } from "@/lib/paid-calls/fair-order";
import { lockLine, planStart, type RateLine } from "@/lib/paid-calls/rate-line.server";
import { advanceGenerationJob } from "../record/advance-job";
import type { GenerationServices } from "../record/services.server";

/** Planned starts closer than this are the same plan. */
export const samePlanMs = 1_000;

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

/** One left the queue: wakes the first generation behind it earlier if it may start earlier. Each claim wakes the next. */
export async function replanLine(
  services: Pick<GenerationServices, "jobs" | "clock">,
  transaction: Prisma.TransactionClient,
  line: RateLine & { bucket: string },
): Promise<void> {
  const now = services.clock.now();
  const state = await lockLine(transaction, line, now);
  const [head] = findFirstGenerations(state.shares);
  if (!head) return;
  const startsAt = planStart(line, state, { now, place: head.place });
  if (head.scheduledAt - startsAt < samePlanMs) return;
  await reschedule(services, transaction, { id: head.id, startsAt, now });
}

/**
 * A call of the line ended: wakes a generation that is due there, for the head of the line to be claimed. Whatever is due counts, not
 * only what is known to wait for a free slot: its wake-up may be spent, or a claim may find the line full at this moment.
 */
export async function wakeLine(
  { jobs, clock }: Pick<GenerationServices, "jobs" | "clock">,
  transaction: Queryable,
  bucket: string | null,
): Promise<void> {
  if (!bucket) return;
  const due = await transaction.generation.findFirst({
    where: { rateBucket: bucket, state: "queued", held: false, scheduledAt: { lte: new Date(clock.now()) } },
    orderBy: { scheduledAt: "asc" },
    select: { id: true },
  });
  if (due) await jobs.enqueue(advanceGenerationJob, { generationId: due.id }, { transaction });
}
