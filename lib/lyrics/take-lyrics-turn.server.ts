import { z } from "zod";
import type { ResolvedConnection } from "@/lib/connections/resolved-connection";
import type { Queryable } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import type { ServiceError } from "@/lib/service/errors/service-error";
import { findRateLimit } from "@/lib/service/profiles/read-profile";

const endpoint = "lyricsGeneration";
/** How long a key pauses after the service found its requests too many, if it does not say. */
const pauseAfterRefusalMs = 5_000;

const turnSchema = z.object({ taken: z.boolean(), waitMs: z.coerce.number() });

/**
 * Takes the turn of one request for lyrics with a key: requests keep the distance that the profile's limit asks for, and
 * stay away for as long as the service asked. Whose turn has not come is told, not kept waiting: a person sits before it.
 *
 * @throws StudioError rate.throttled with `values.retryAfterSeconds`; nothing was sent
 */
export async function takeLyricsTurn(database: Queryable, connection: ResolvedConnection): Promise<void> {
  const limit = findRateLimit(connection.profile, { endpoint });
  const spacingMs = limit ? limit.windowMs / limit.requests : 0;
  const bucket = getBucket(connection);
  const [row] = await database.$queryRaw<unknown[]>`
    WITH turn AS (
      INSERT INTO "RateBucket" AS kept ("id", "blockedUntil")
      VALUES (${bucket}, clock_timestamp() + ${spacingMs} * interval '1 millisecond')
      ON CONFLICT ("id") DO UPDATE SET "blockedUntil" = excluded."blockedUntil"
        WHERE kept."blockedUntil" IS NULL OR kept."blockedUntil" <= clock_timestamp()
      RETURNING 1
    )
    SELECT EXISTS (SELECT 1 FROM turn) AS "taken", greatest(0, coalesce((
      SELECT extract(epoch FROM "blockedUntil" - clock_timestamp()) * 1000 FROM "RateBucket" WHERE "id" = ${bucket}
    ), 0)) AS "waitMs"`;
  const { taken, waitMs } = turnSchema.parse(row);
  if (!taken) throw throttled(waitMs);
}

/** The service found the requests of this key too many: they pause, and this one is told how long. */
export async function pauseLyrics(
  database: Queryable,
  connection: ResolvedConnection,
  error: ServiceError,
): Promise<StudioError> {
  const pauseMs = Math.max(pauseAfterRefusalMs, error.retryAfterMs ?? 0);
  await database.$executeRaw`
    INSERT INTO "RateBucket" AS kept ("id", "blockedUntil")
    VALUES (${getBucket(connection)}, clock_timestamp() + ${pauseMs} * interval '1 millisecond')
    ON CONFLICT ("id") DO UPDATE SET "blockedUntil" = greatest(kept."blockedUntil", excluded."blockedUntil")`;
  return throttled(pauseMs, error);
}

function throttled(waitMs: number, cause?: unknown): StudioError {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000));
  return new StudioError("rate.throttled", { values: { retryAfterSeconds }, cause });
}

function getBucket({ scope }: ResolvedConnection): string {
  return `${scope}:${endpoint}`;
}
