import { z } from "zod";
import type { Queryable } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import type { RateLimit } from "./plan-starts";

const turnSchema = z.object({ isTaken: z.boolean(), waitMs: z.coerce.number() });

/** Requests of one key and endpoint that keep an even distance instead of waiting in a queue. */
export interface Turns {
  /** `<scope of the connection>:<endpoint>`. */
  bucket: string;
  /** Null where the profile has none; then only the pauses that the service asks for apply. */
  limit: Pick<RateLimit, "requests" | "windowMs"> | null;
}

/**
 * Takes the next turn. Turns are moments of the database's clock at the distance of the limit, so that the clocks of
 * workers don't matter.
 *
 * @param options.patienceMs a turn that is further away is not taken
 * @param options.margin factor of the distance
 * @returns how long the caller must wait until its turn, or that it was not taken and how far away the next one is
 */
export async function takeTurn(
  database: Queryable,
  { bucket, limit }: Turns,
  { patienceMs, margin = 1 }: { patienceMs: number; margin?: number },
): Promise<{ isTaken: boolean; waitMs: number }> {
  const spacingMs = limit ? (limit.windowMs / limit.requests) * margin : 0;
  const [row] = await database.$queryRaw<unknown[]>`
    WITH turn AS (
      INSERT INTO "RateBucket" AS kept ("id", "blockedUntil")
      VALUES (${bucket}, clock_timestamp() + ${spacingMs} * interval '1 millisecond')
      ON CONFLICT ("id") DO UPDATE SET
        "blockedUntil" = greatest(kept."blockedUntil", clock_timestamp()) + ${spacingMs} * interval '1 millisecond'
        WHERE coalesce(kept."blockedUntil", clock_timestamp())
          <= clock_timestamp() + ${patienceMs} * interval '1 millisecond'
      RETURNING extract(epoch FROM "blockedUntil" - clock_timestamp()) * 1000 - ${spacingMs} AS "waitMs"
    )
    SELECT EXISTS (SELECT 1 FROM turn) AS "isTaken", greatest(0, coalesce(
      (SELECT "waitMs" FROM turn),
      (
        SELECT extract(epoch FROM "blockedUntil" - clock_timestamp()) * 1000
        FROM "RateBucket" WHERE "id" = ${bucket}
      ),
      0
    )) AS "waitMs"`;
  return turnSchema.parse(row);
}

/** The service rejected a request of this bucket as one too many: no turn is taken for this long. */
export async function pauseTurns(database: Queryable, bucket: string, pauseMs: number): Promise<void> {
  await database.$executeRaw`
    INSERT INTO "RateBucket" AS kept ("id", "blockedUntil")
    VALUES (${bucket}, clock_timestamp() + ${pauseMs} * interval '1 millisecond')
    ON CONFLICT ("id") DO UPDATE SET "blockedUntil" = greatest(kept."blockedUntil", excluded."blockedUntil")`;
}

/** `rate.throttled` with the wait in `values.retryAfterMs`, its only unit. Nothing was sent. */
export function throttled(retryAfterMs: number, cause?: unknown): StudioError {
  return new StudioError("rate.throttled", { values: { retryAfterMs: Math.max(1, retryAfterMs) }, cause });
}
