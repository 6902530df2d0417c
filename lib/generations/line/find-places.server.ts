import { z } from "zod";
import { getConnection } from "@/lib/connections/get-connection.server";
import type { ResolvedConnection } from "@/lib/connections/resolved-connection";
import { Prisma, type Queryable } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import type { LivePlaces } from "@/lib/live/person-feed.server";
import { findPlace } from "@/lib/paid-calls/fair-order";
import { describeWait, type LineWait } from "@/lib/paid-calls/line-wait";
import type { GenerationServices } from "../record/services.server";
import { findBucketLimit, notLateSince, planLine, readLine } from "@/lib/paid-calls/rate-line.server";

/** Where a queued generation is in its line. */
export interface QueuePlace {
  /** From 1. */
  place: number;
  /** Its wait for the rate limit, null for none; undefined where the limit is not known, after a change of the key. */
  wait: LineWait | null | undefined;
}

const rowsSchema = z.array(z.object({ id: z.uuid(), rateBucket: z.string(), nth: z.number().int() }));

/**
 * How many of a person's calls at each end of a line are told live: the next to start, and the newest, which lists show
 * first. Those between keep the place that they were loaded with. Somebody may have 100,000 waiting.
 */
const toldAtEachEnd = 250;

/**
 * The places of a person's queued generations and when they start, by ID; without `ids`, of those at both ends of each
 * line. A line belongs to a key and its limit, so it includes the calls of everyone who uses the same key, and others'
 * calls move what is behind them.
 */
export async function findPlaces(
  { database, clock }: Pick<GenerationServices, "database" | "clock">,
  { userId, ids }: { userId: string; ids?: readonly string[] },
): Promise<Map<string, QueuePlace>> {
  if (ids?.length === 0) return new Map();
  const now = clock.now();
  const wanted = ids
    ? Prisma.sql`"id" = ANY(${[...ids]}::uuid[])`
    : Prisma.sql`("nth" <= ${toldAtEachEnd} OR "nth" > "length" - ${toldAtEachEnd})`;
  const rows = rowsSchema.parse(
    await database.$queryRaw<unknown[]>`
      SELECT "id", "rateBucket", "nth" FROM (
        SELECT *, (row_number() OVER (PARTITION BY "rateBucket" ORDER BY "id"))::int AS "nth",
          count(*) OVER (PARTITION BY "rateBucket") AS "length" FROM (
          SELECT "id", "rateBucket", true AS "generates" FROM "Generation"
          WHERE "userId" = ${userId}::uuid AND "state" = 'queued' AND NOT "held" AND "rateBucket" IS NOT NULL
          UNION ALL
          SELECT "id", "rateBucket", false FROM "CoverAnalysis"
          WHERE "userId" = ${userId}::uuid AND "state" = 'queued' AND "scheduledAt" > ${notLateSince(now)}
        ) calls
      ) numbered
      WHERE "generates" AND ${wanted}`,
  );
  if (rows.length === 0) return new Map();
  const connection = await findConnection(userId, database);
  const places = new Map<string, QueuePlace>();
  for (const [bucket, calls] of Map.groupBy(rows, ({ rateBucket }) => rateBucket)) {
    const limit = connection && findBucketLimit(connection, bucket);
    const state = await readLine(database, { bucket, limit }, { now, userId });
    const placed = calls.map(({ id, nth }) => ({ id, place: findPlace(state.shares, { userId, nth }) }));
    const starts = planLine({ limit }, state, { now, count: Math.max(...placed.map(({ place }) => place)) });
    for (const { id, place } of placed) {
      places.set(id, { place, wait: limit ? describeWait(starts[place - 1] ?? now, now) : undefined });
    }
  }
  return places;
}

/** The same as the event stream tells it, without `ids`. */
export async function findLivePlaces(
  services: Pick<GenerationServices, "database" | "clock">,
  userId: string,
): Promise<LivePlaces> {
  const found = [...(await findPlaces(services, { userId }))];
  return {
    places: Object.fromEntries(found.map(([id, { place }]) => [id, place])),
    starts: Object.fromEntries(
      found.flatMap(([id, { wait }]) => (wait?.untilAt === undefined ? [] : [[id, wait.untilAt]])),
    ),
  };
}

/** The person's connection, whose profile has the limits; null where they have none that works. */
async function findConnection(userId: string, database: Queryable): Promise<ResolvedConnection | null> {
  try {
    return await getConnection(userId, database);
  } catch (error) {
    if (error instanceof StudioError) return null;
    throw error;
  }
}
