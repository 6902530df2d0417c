import { z } from "zod";
import type { ResolvedConnection } from "@/lib/connections/resolved-connection";
import { Prisma, type Queryable } from "@/lib/db/database.server";
import type { ServiceError } from "@/lib/service/errors/service-error";
import { ENDPOINTS, type EndpointName } from "@/lib/service/profiles/profile-options";
import { findRateLimit } from "@/lib/service/profiles/read-profile";
import type { LineShares } from "./fair-order";
import { isCallbackCheck } from "./judge-fault";
import { waitUntil, type LineWait } from "./line-wait";
import { planStarts, type RateLimit } from "./plan-starts";

/**
 * The queue of paid calls that share a key and a rate limit: generations and cover analyses, round robin by person
 * (fair-order.ts), each person's first in, first out.
 */
export interface RateLine {
  /** Null where the profile has neither a rate nor a concurrency limit. */
  bucket: string | null;
  limit: RateLimit | null;
  /** How many may be out at the same time; null for no limit. */
  concurrency: number | null;
}

/** What the database knows of a line at one moment. */
interface LineState {
  /** When requests left within the last window, ascending, at most as many as the limit. */
  recentStarts: number[];
  /** End of the pause that the service requested; 0 without one. */
  blockedUntil: number;
  /** What waits, by person. */
  shares: LineShares;
  /** How many calls are being prepared or out. */
  outCount: number;
}

/** The state of a line without a bucket. */
export const emptyLine: LineState = {
  recentStarts: [],
  blockedUntil: 0,
  shares: [],
  outCount: 0,
};

const callSchema = z.object({ id: z.uuid(), nth: z.number() });
const rowSchema = z.object({
  state: z.object({
    recentStarts: z.array(z.number()),
    blockedUntil: z.number(),
    shares: z.array(
      z.object({
        userId: z.uuid(),
        waiting: z.number(),
        generations: z.array(callSchema.extend({ scheduledAt: z.number() })),
        analyses: z.array(callSchema),
      }),
    ),
    outCount: z.number(),
  }),
});

/**
 * The line of a request: one for each key and model if the model has its own limit, else one for each key and
 * endpoint, since the documents don't say that such a limit counts models separately.
 */
export function getRateLine(
  connection: Pick<ResolvedConnection, "profile" | "scope">,
  request: { endpoint: EndpointName; model: string },
): RateLine {
  const { profile, scope } = connection;
  const limit = findRateLimit(profile, request);
  if (!limit) return { bucket: null, limit: null, concurrency: null };
  const counted = profile.rateLimits.models[request.model] ? request.model : request.endpoint;
  return {
    bucket: `${scope}:${counted}`,
    limit: { requests: limit.requests, windowMs: limit.windowMs },
    concurrency: limit.concurrency ?? null,
  };
}

/** The rate limit of a bucket that `getRateLine` named; null where it belongs to another key or has none any more. */
export function findBucketLimit(
  { profile, scope }: Pick<ResolvedConnection, "profile" | "scope">,
  bucket: string,
): RateLimit | null {
  if (!bucket.startsWith(`${scope}:`)) return null;
  const counted = bucket.slice(scope.length + 1);
  const { models, endpoints } = profile.rateLimits;
  const endpoint = ENDPOINTS.find((name) => name === counted);
  return models[counted] ?? (endpoint && endpoints[endpoint]) ?? null;
}

/**
 * Locks a line until the transaction ends, so that two processes never take the same slot, and reads it
 * (`reverie_lock_line` in prisma/migrations).
 *
 * @param options.durable false where a crash of the machine may undo the transaction, because a later commit is flushed
 *   before anything depends on it
 * @param options.userId a person whose turn is included even if nothing of theirs waits. Without one, for the head of the line, no more
 *   than 1,000 waiting generations of each person are counted.
 */
export async function lockLine(
  transaction: Queryable,
  line: RateLine & { bucket: string },
  now: number,
  { durable = true, userId }: { durable?: boolean; userId?: string } = {},
): Promise<LineState> {
  const [row] = await transaction.$queryRaw<
    unknown[]
  >`SELECT ${callLockLine(line, now, { durable, userId })} AS "state"`;
  return rowSchema.parse(row).state;
}

/** SQL that locks and reads a line, as part of a statement. */
export function callLockLine(
  line: RateLine & { bucket: string },
  now: number,
  { durable, userId }: { durable: boolean; userId?: string | undefined },
): Prisma.Sql {
  const windows = listWindows(line, now);
  return Prisma.sql`reverie_lock_line(${line.bucket}::text, ${durable}::boolean, ${windows}, ${userId ?? null}::uuid)`;
}

/**
 * Reads a line without locking it: what it returns may be outdated a moment later.
 *
 * @param options.userId as of `lockLine`
 */
export async function readLine(
  database: Queryable,
  line: Pick<RateLine, "limit"> & { bucket: string },
  { now, userId }: { now: number; userId?: string },
): Promise<LineState> {
  const [row] = await database.$queryRaw<unknown[]>`
    SELECT reverie_read_line(${line.bucket}::text, ${listWindows(line, now)}, ${userId ?? null}::uuid) AS "state"`;
  return rowSchema.parse(row).state;
}

/**
 * An analysis waits in the process that received its request. One that is this late in taking its slot lost its process;
 * it does not block the line until another process resumes it.
 */
const lateAnalysisMs = 15_000;

/** A queued analysis that was planned to start before this moment is late. */
export function notLateSince(now: number): Date {
  return new Date(now - lateAnalysisMs);
}

/** No analysis takes longer; one that seems to lost its process. */
const longestAnalysisMs = 60 * 60 * 1000;

/** The arguments of the functions that limit how far back they look. */
function listWindows({ limit }: Pick<RateLine, "limit">, now: number): Prisma.Sql {
  // Older attempts are beyond every window; without a limit none is needed.
  const since = new Date(now - (limit?.windowMs ?? 0) - 1_000);
  const notLost = new Date(now - longestAnalysisMs);
  return Prisma.sql`${since}::timestamptz, ${limit?.requests ?? 0}::integer, ${notLateSince(now)}::timestamptz, ${notLost}::timestamptz`;
}

/** When the next `count` requests of the line may leave, in epoch milliseconds. Pure. */
export function planLine(
  line: Pick<RateLine, "limit">,
  state: Pick<LineState, "recentStarts" | "blockedUntil">,
  options: { now: number; count: number },
): number[] {
  return planStarts({ ...options, ...state, limit: line.limit });
}

/** When the request at a place of the line, from 1, may leave. Pure. */
export function planStart(
  line: Pick<RateLine, "limit">,
  state: Pick<LineState, "recentStarts" | "blockedUntil">,
  { now, place }: { now: number; place: number },
): number {
  return planLine(line, state, { now, count: place })[place - 1] ?? now;
}

/** Pauses after rejections in a row: each twice as long as the one before. */
const pauseMs = { first: 2_000, longest: 60_000 };

/**
 * Postpones a call that made nothing. The whole line pauses, since the service counts differently than we do (another
 * program may use the same key) or can't be reached. Without a line, or where only this call is concerned, it waits as long
 * as it has waited before.
 *
 * @param options.waitedMs how long the call has been rejected
 */
export async function postponeCall(
  transaction: Queryable,
  bucket: string | null,
  options: { error: ServiceError; now: number; waitedMs: number },
): Promise<{ until: number; waiting: LineWait }> {
  const { error, now, waitedMs } = options;
  const ownPauseMs = Math.min(pauseMs.longest, Math.max(pauseMs.first, waitedMs));
  const isOwn = isCallbackCheck(error);
  const until =
    bucket === null || isOwn
      ? now + Math.max(ownPauseMs, error.retryAfterMs ?? 0)
      : await blockLine(transaction, bucket, { now, retryAfterMs: error.retryAfterMs });
  if (isOwn) return { until, waiting: waitUntil("callback-check", until) };
  const reason = error.sent === "no" ? "service-unreachable" : "service-busy";
  return { until, waiting: waitUntil(reason, until) };
}

/** Pauses a line. Returns until when, in epoch milliseconds. */
async function blockLine(
  transaction: Queryable,
  bucket: string,
  options: { now: number; retryAfterMs: number | undefined },
): Promise<number> {
  const before = await transaction.rateBucket.findUnique({ where: { id: bucket } });
  // Rejections of requests that were out together count as one.
  const already = (before?.blockedUntil?.getTime() ?? 0) > options.now;
  const strikes = (before?.strikes ?? 0) + (already ? 0 : 1);
  const backoffMs = Math.min(pauseMs.longest, pauseMs.first * 2 ** Math.min(strikes - 1, 5));
  const requested = options.now + (options.retryAfterMs ?? 0);
  const until = already ? requested : Math.max(requested, options.now + backoffMs);
  // Another rejection may write a longer pause at the same time.
  const [row] = await transaction.$queryRaw<[{ blockedUntil: Date }]>`
    INSERT INTO "RateBucket" AS bucket ("id", "blockedUntil", "strikes")
    VALUES (${bucket}, ${new Date(until)}, ${strikes})
    ON CONFLICT ("id") DO UPDATE SET "strikes" = excluded."strikes",
      "blockedUntil" = greatest(bucket."blockedUntil", excluded."blockedUntil")
    RETURNING "blockedUntil"`;
  return row.blockedUntil.getTime();
}

/** A request was answered: the next pause starts short again. */
export async function clearStrikes(transaction: Queryable, bucket: string): Promise<void> {
  await transaction.rateBucket.updateMany({
    where: { id: bucket, strikes: { gt: 0 } },
    data: { strikes: 0 },
  });
}
