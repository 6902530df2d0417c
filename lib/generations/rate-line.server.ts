import type { Queryable } from "@/lib/db/database.server";
import { planStarts, type RateLimit } from "./plan-starts";

/** The line in which generations of one key and model wait for each other. */
export interface RateLine {
  /** Null where the profile knows neither a rate nor a concurrency limit. */
  bucket: string | null;
  limit: RateLimit | null;
  /** How many may be out at the same time; null for no limit. */
  concurrency: number | null;
}

/** Holds the line until the transaction ends, so that two workers never count the same free place. */
export async function lockBucket(transaction: Queryable, bucket: string): Promise<void> {
  await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${bucket}, 0))`;
}

/** When the next `count` requests of the line may leave, in epoch milliseconds. */
export async function planLine(
  transaction: Queryable,
  line: RateLine,
  options: { now: number; count: number },
): Promise<number[]> {
  if (!line.bucket) return planStarts({ ...options, recentStarts: [], limit: null, blockedUntil: 0 });
  const [attempts, bucket] = await Promise.all([
    line.limit
      ? transaction.attempt.findMany({
          where: {
            rateBucket: line.bucket,
            // Nothing of it left, so it does not count.
            state: { not: "unsent" },
            startedAt: { gt: new Date(options.now - line.limit.windowMs - 1_000) },
          },
          orderBy: { startedAt: "desc" },
          take: line.limit.requests,
          select: { startedAt: true },
        })
      : [],
    transaction.rateBucket.findUnique({ where: { id: line.bucket } }),
  ]);
  return planStarts({
    ...options,
    recentStarts: attempts.map(({ startedAt }) => startedAt.getTime()).reverse(),
    limit: line.limit,
    blockedUntil: bucket?.blockedUntil?.getTime() ?? 0,
  });
}

/**
 * The service said that the rate is exceeded although our own count said otherwise (another program may use the
 * same key): the whole line stays away, twice as long each time in a row.
 *
 * @returns until when, in epoch milliseconds
 */
export async function blockLine(
  transaction: Queryable,
  bucket: string,
  options: { now: number; retryAfterMs: number | undefined; windowMs: number },
): Promise<number> {
  const before = await transaction.rateBucket.findUnique({ where: { id: bucket } });
  const strikes = (before?.strikes ?? 0) + 1;
  const backoffMs = Math.min(options.windowMs, 2_000 * 2 ** (strikes - 1));
  const until = options.now + Math.max(options.retryAfterMs ?? 0, backoffMs);
  const blockedUntil = new Date(Math.max(until, before?.blockedUntil?.getTime() ?? 0));
  await transaction.rateBucket.upsert({
    where: { id: bucket },
    create: { id: bucket, blockedUntil, strikes },
    update: { blockedUntil, strikes },
  });
  return blockedUntil.getTime();
}

/** An answer came through: the next block starts short again. */
export async function clearStrikes(transaction: Queryable, bucket: string): Promise<void> {
  await transaction.rateBucket.updateMany({
    where: { id: bucket, strikes: { gt: 0 } },
    data: { strikes: 0 },
  });
}
