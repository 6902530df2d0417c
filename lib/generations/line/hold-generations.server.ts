import { z } from "zod";
import { hasLeft } from "@/lib/costs/budgets.server";
import { monthOf, nextMonthOf } from "@/lib/costs/months";
import { Prisma } from "@/lib/db/database.server";
import { tellChanges, tellListChanged, tellTogether } from "@/lib/live/live-hub.server";
import { findFirstGenerations } from "@/lib/paid-calls/fair-order";
import { waitUntil } from "@/lib/paid-calls/line-wait";
import { lockLine, planStart, type RateLine } from "@/lib/paid-calls/rate-line.server";
import { advanceGenerationJob } from "../record/advance-job";
import type { GenerationServices } from "../record/services.server";
import { lockLines } from "./lock-lines.server";
import { reschedule } from "./replan-line.server";

type HoldServices = Pick<GenerationServices, "database" | "jobs" | "clock" | "definitions">;

const changedSchema = z.array(
  z.object({ id: z.uuid(), userId: z.uuid(), rateBucket: z.string().nullable() }),
);
type ChangedRow = z.output<typeof changedSchema>[number];

/**
 * Takes everything out of its line that a hard budget has too little left for, all at once: each would be refused by itself
 * otherwise. It stays queued until the budget is raised or the month ends, and nothing of it is sent.
 *
 * @param generationId the one that was refused
 */
export async function holdUnaffordable(services: HoldServices, generationId: string): Promise<void> {
  const { database, clock, jobs } = services;
  await database.$transaction(async (transaction) => {
    const lines = await lockLines(services, transaction, {
      state: "queued",
      held: false,
      currency: { not: null },
    });
    await tellTogether(transaction);
    const now = clock.now();
    const waiting = JSON.stringify(waitUntil("budget", nextMonthOf(now)));
    const estimate = Prisma.sql`coalesce("estimate", 0)`;
    const held = changedSchema.parse(
      await transaction.$queryRaw<unknown[]>`
        UPDATE "Generation"
        SET "held" = true, "waiting" = ${waiting}::jsonb, "version" = "version" + 1, "updatedAt" = ${new Date(now)}
        WHERE "state" = 'queued' AND NOT "held" AND "currency" IS NOT NULL
          AND NOT ${hasLeft(monthOf(now), { own: estimate, all: estimate })}
        RETURNING "id", "userId", "rateBucket"`,
    );
    await tell(transaction, held);
    await wakeHeads(services, transaction, lines, held);
    // It fits by now.
    if (held.every(({ id }) => id !== generationId)) {
      await jobs.enqueue(advanceGenerationJob, { generationId }, { transaction });
    }
  });
}

/**
 * Puts back in line what the budgets have enough left for, each person's first ones first. What could not be sent even alone
 * keeps nobody waiting behind it. Safe to repeat: claims take from the budget, and hold again what would pass it.
 */
export async function releaseHeld(services: HoldServices): Promise<void> {
  const { database, clock, jobs } = services;
  if (!(await mayRelease(services))) return;
  await database.$transaction(async (transaction) => {
    const lines = await lockLines(services, transaction, { state: "queued", held: true });
    await tellTogether(transaction);
    const now = clock.now();
    const month = monthOf(now);
    const whole = Prisma.sql`0::bigint`;
    const released = changedSchema.parse(
      await transaction.$queryRaw<unknown[]>`
        WITH held AS (
          SELECT "id", "userId", "currency", "sandbox", "estimate",
            sum("estimate") OVER (PARTITION BY "userId", "currency", "sandbox" ORDER BY "id")::bigint AS "own"
          FROM "Generation" WHERE "held" AND "state" = 'queued'
            AND ${hasLeft(month, { own: Prisma.sql`"estimate"`, all: Prisma.sql`"estimate"` })}
        ), affordable AS (
          SELECT *, sum("estimate") OVER (PARTITION BY "currency", "sandbox" ORDER BY "id")::bigint AS "all"
          FROM held WHERE ${hasLeft(month, { own: Prisma.sql`"own"`, all: whole })}
        )
        UPDATE "Generation" SET "held" = false, "waiting" = '{"reason":"queue"}', "scheduledAt" = ${new Date(now)},
          "version" = "version" + 1, "updatedAt" = ${new Date(now)}
        WHERE "id" IN (SELECT "id" FROM affordable WHERE ${hasLeft(month, { own: whole, all: Prisma.sql`"all"` })})
          AND "held" AND "state" = 'queued'
        RETURNING "id", "userId", "rateBucket"`,
    );
    await tell(transaction, released);
    await wakeHeads(services, transaction, lines, released);
    const lineless = released.filter(({ rateBucket }) => rateBucket === null);
    await jobs.enqueueAll(
      advanceGenerationJob,
      lineless.map(({ id }) => ({ data: { generationId: id }, startAfter: new Date(now) })),
      { transaction },
    );
  });
}

/** Whether anything fits by itself, without a lock: where the cheapest of a person does not, none does. */
async function mayRelease({ database, clock }: HoldServices): Promise<boolean> {
  const least = Prisma.sql`"least"`;
  const [row] = await database.$queryRaw<{ may: boolean }[]>`
    SELECT EXISTS (
      SELECT FROM (
        SELECT "userId", "currency", "sandbox", min("estimate") AS "least"
        FROM "Generation" WHERE "held" AND "state" = 'queued'
        GROUP BY "userId", "currency", "sandbox"
      ) payers WHERE ${hasLeft(monthOf(clock.now()), { own: least, all: least })}
    ) AS "may"`;
  return row!.may;
}

/** One change of each line stands for the rest, and browsers reload their lists once. */
async function tell(transaction: Prisma.TransactionClient, changed: readonly ChangedRow[]): Promise<void> {
  const heads = new Map(changed.map((row) => [`${row.userId} ${row.rateBucket}`, row]));
  await tellChanges(
    transaction,
    [...heads.values()].map(({ rateBucket, ...row }) => ({
      ...row,
      ...(rateBucket === null ? {} : { line: rateBucket }),
    })),
  );
  for (const userId of new Set(changed.map((row) => row.userId))) {
    await tellListChanged(transaction, userId, "generations");
  }
}

/** In the lines of what has changed, another one is first now; the wake-up that it had may have found this one before it. */
async function wakeHeads(
  services: HoldServices,
  transaction: Prisma.TransactionClient,
  lines: readonly (RateLine & { bucket: string })[],
  changed: readonly ChangedRow[],
): Promise<void> {
  const buckets = new Set(changed.map(({ rateBucket }) => rateBucket));
  const now = services.clock.now();
  for (const line of lines) {
    if (!buckets.has(line.bucket)) continue;
    const state = await lockLine(transaction, line, now);
    const [head] = findFirstGenerations(state.shares);
    if (!head) continue;
    await reschedule(services, transaction, {
      id: head.id,
      startsAt: planStart(line, state, { now, place: head.place }),
      now,
    });
  }
}
