import { z } from "zod";
import type { Queryable } from "@/lib/db/database.server";
import { planStarts, type RateLimit } from "./plan-starts";

/** The line in which paid calls of one key and model wait for each other: generations and cover analyses. */
export interface RateLine {
  /** Null where the profile knows neither a rate nor a concurrency limit. */
  bucket: string | null;
  limit: RateLimit | null;
  /** How many may be out at the same time; null for no limit. */
  concurrency: number | null;
}

/** What the database knows of a line at one moment. */
export interface LineState {
  /** When requests left within the last window, ascending, at most as many as the limit. */
  recentStarts: number[];
  /** Until when the service asked us to stay away; 0 when it did not. */
  blockedUntil: number;
  /** Generations that wait, in their order: the first two, and how many there are. */
  queued: { id: string; scheduledAt: number }[];
  queuedCount: number;
  /** Cover analyses that wait, in their order; ids of both kinds sort by time. */
  queuedAnalyses: string[];
  /** How many are being prepared or out. */
  outCount: number;
}

/** A line in which nobody stands and nothing is known. */
export const emptyLine: LineState = {
  recentStarts: [],
  blockedUntil: 0,
  queued: [],
  queuedCount: 0,
  queuedAnalyses: [],
  outCount: 0,
};

const rowSchema = z.object({
  recentStarts: z.array(z.coerce.number()),
  blockedUntil: z.coerce.number(),
  queued: z.array(z.object({ id: z.uuid(), scheduledAt: z.coerce.number() })),
  queuedCount: z.coerce.number(),
  queuedAnalyses: z.array(z.uuid()),
  outCount: z.coerce.number(),
});

/**
 * Holds the line until the transaction ends, so that two workers never count the same free place, and reads it. Two
 * statements, since one would still see what was before the lock; no more, since this is on the way of every request.
 *
 * @param options.durable false where a crash of the machine may take the transaction back, because what follows it
 *   is flushed before anything depends on it
 */
export async function lockLine(
  transaction: Queryable,
  line: RateLine & { bucket: string },
  now: number,
  { durable = true }: { durable?: boolean } = {},
): Promise<LineState> {
  const { bucket } = line;
  await transaction.$executeRaw`
    SELECT set_config('synchronous_commit', ${durable ? "on" : "off"}, true),
      pg_advisory_xact_lock(hashtextextended(${bucket}, 0))`;
  return readLine(transaction, line, now);
}

/**
 * An analysis waits in the process that was asked for it. One this late in taking its place lost that process, and
 * holds nobody up until another process goes on with it.
 */
const lateAnalysisMs = 15_000;

/** No analysis is out longer; one that seems to be lost its process. */
const longestAnalysisMs = 60 * 60 * 1000;

/** Reads a line without holding it: what is told may be over a moment later. */
export async function readLine(
  database: Queryable,
  { bucket, limit }: RateLine & { bucket: string },
  now: number,
): Promise<LineState> {
  // Older attempts are beyond every window; without a limit none is needed.
  const since = new Date(now - (limit?.windowMs ?? 0) - 1_000);
  const places = limit?.requests ?? 0;
  const notLate = new Date(now - lateAnalysisMs);
  const notLost = new Date(now - longestAnalysisMs);
  const [row] = await database.$queryRaw<unknown[]>`
    SELECT
      coalesce((
        SELECT json_agg(recent.at ORDER BY recent.at) FROM (
          SELECT extract(epoch FROM starts."startedAt") * 1000 AS at FROM (
            (
              SELECT "startedAt" FROM "Attempt"
              WHERE "rateBucket" = ${bucket} AND "startedAt" > ${since} AND "state" <> 'unsent'
              ORDER BY "startedAt" DESC LIMIT ${places}
            ) UNION ALL (
              SELECT "startedAt" FROM "CoverAnalysis" WHERE "rateBucket" = ${bucket} AND "startedAt" > ${since}
              ORDER BY "startedAt" DESC LIMIT ${places}
            )
          ) starts
          ORDER BY starts."startedAt" DESC LIMIT ${places}
        ) recent
      ), '[]') AS "recentStarts",
      coalesce((
        SELECT extract(epoch FROM "blockedUntil") * 1000 FROM "RateBucket" WHERE "id" = ${bucket}
      ), 0) AS "blockedUntil",
      coalesce((
        SELECT json_agg(head) FROM (
          SELECT "id", extract(epoch FROM "scheduledAt") * 1000 AS "scheduledAt" FROM "Generation"
          WHERE "rateBucket" = ${bucket} AND "state" = 'queued' ORDER BY "id" LIMIT 2
        ) head
      ), '[]') AS "queued",
      (SELECT count(*) FROM "Generation" WHERE "rateBucket" = ${bucket} AND "state" = 'queued') AS "queuedCount",
      coalesce((
        SELECT json_agg("id" ORDER BY "id") FROM "CoverAnalysis"
        WHERE "rateBucket" = ${bucket} AND "state" = 'queued' AND "scheduledAt" > ${notLate}
      ), '[]') AS "queuedAnalyses",
      (
        SELECT count(*) FROM "Generation"
        WHERE "rateBucket" = ${bucket} AND "state" IN ('starting', 'running')
      ) + (
        SELECT count(*) FROM "CoverAnalysis"
        WHERE "rateBucket" = ${bucket} AND "state" = 'running' AND "startedAt" > ${notLost}
      ) AS "outCount"`;
  return rowSchema.parse(row);
}

/** When the next `count` requests of the line may leave, in epoch milliseconds. Pure. */
export function planLine(
  line: Pick<RateLine, "limit">,
  state: Pick<LineState, "recentStarts" | "blockedUntil">,
  options: { now: number; count: number },
): number[] {
  return planStarts({ ...options, ...state, limit: line.limit });
}

/** How many analyses stand before one of the line. Pure. */
export function countAnalysesAhead(
  { queuedAnalyses }: Pick<LineState, "queuedAnalyses">,
  id: string,
): number {
  return queuedAnalyses.filter((each) => each < id).length;
}

/** The longest pause of a line after refusals in a row. */
const longestBlockMs = 60_000;

/**
 * The service refused for now although our own count said otherwise (another program may use the same key), or could
 * not be reached at all: the whole line stays away, twice as long each time in a row.
 *
 * @returns until when, in epoch milliseconds
 */
export async function blockLine(
  transaction: Queryable,
  bucket: string,
  options: { now: number; retryAfterMs: number | undefined },
): Promise<number> {
  const before = await transaction.rateBucket.findUnique({ where: { id: bucket } });
  // Those that were out together count as one refusal.
  const already = (before?.blockedUntil?.getTime() ?? 0) > options.now;
  const strikes = (before?.strikes ?? 0) + (already ? 0 : 1);
  const backoffMs = Math.min(longestBlockMs, 2_000 * 2 ** Math.min(strikes - 1, 5));
  const asked = options.now + (options.retryAfterMs ?? 0);
  const until = already ? asked : Math.max(asked, options.now + backoffMs);
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
