import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { ResolvedConnection } from "@/lib/connections/resolved-connection";
import type { Database } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import type { ServiceClient } from "@/lib/service/client.server";
import type { ServiceError } from "@/lib/service/errors/service-error";
import type { EndpointName, RateLimit } from "@/lib/service/profiles/profile-schema";
import { findRateLimit } from "@/lib/service/profiles/read-profile";

/** Whoever would wait longer comes again later, so that it holds no place of a worker meanwhile. */
const longestWaitMs = 1_000;

/** Room for questions that travel at different speeds. */
const spacingMargin = 1.1;

/** How long questions of a key pause when the service found them too many, if it does not say. */
const pauseAfterRefusalMs = 2_000;

const turnSchema = z.tuple([z.object({ waitMs: z.coerce.number() })]);

/**
 * The client of one key whose questions after tasks keep to the rate of the profile, all workers together. A question
 * whose turn is too far away throws StudioError `rate.throttled`, with `values.retryAfterMs`.
 */
export function paceQueries(
  client: ServiceClient,
  context: { database: Database; connection: ResolvedConnection; signal: AbortSignal },
): ServiceClient {
  const takeTurn = (endpoint: EndpointName): Promise<void> => {
    const limit = findRateLimit(context.connection.profile, { endpoint });
    return limit ? waitForTurn(context, getBucket(context.connection, endpoint), limit) : Promise.resolve();
  };
  return {
    ...client,
    async queryNarrationTask(...request) {
      await takeTurn("narrationQuery");
      return client.queryNarrationTask(...request);
    },
    async queryVideoTask(...request) {
      await takeTurn("videoQuery");
      return client.queryVideoTask(...request);
    },
  };
}

/** The service found the questions of this key too many although we counted: all of them pause. */
export async function pauseQueries(
  database: Database,
  connection: Pick<ResolvedConnection, "scope">,
  error: ServiceError,
): Promise<void> {
  if (!error.endpoint) return;
  const pauseMs = Math.max(pauseAfterRefusalMs, error.retryAfterMs ?? 0);
  await database.$executeRaw`
    INSERT INTO "RateBucket" ("id", "blockedUntil")
    VALUES (${getBucket(connection, error.endpoint)}, clock_timestamp() + ${pauseMs} * interval '1 millisecond')
    ON CONFLICT ("id") DO UPDATE SET
      "blockedUntil" = greatest("RateBucket"."blockedUntil", excluded."blockedUntil")`;
}

function getBucket({ scope }: Pick<ResolvedConnection, "scope">, endpoint: string): string {
  return `${scope}:${endpoint}`;
}

/** Turns are evenly spaced moments in the database's own time, so that clocks of workers do not matter. */
async function waitForTurn(
  { database, signal }: { database: Database; signal: AbortSignal },
  bucket: string,
  limit: RateLimit,
): Promise<void> {
  const spacingMs = (limit.windowMs / limit.requests) * spacingMargin;
  const rows = await database.$queryRaw<unknown[]>`
    INSERT INTO "RateBucket" ("id", "blockedUntil")
    VALUES (${bucket}, clock_timestamp() + ${spacingMs} * interval '1 millisecond')
    ON CONFLICT ("id") DO UPDATE SET
      "blockedUntil" = greatest("RateBucket"."blockedUntil", clock_timestamp())
        + ${spacingMs} * interval '1 millisecond'
      WHERE coalesce("RateBucket"."blockedUntil", clock_timestamp())
        <= clock_timestamp() + ${longestWaitMs} * interval '1 millisecond'
    RETURNING extract(epoch FROM "blockedUntil" - clock_timestamp()) * 1000 - ${spacingMs} AS "waitMs"`;
  const [turn] = turnSchema.safeParse(rows).data ?? [];
  if (!turn) {
    // Spread, so that those who come again do not all come at once.
    const retryAfterMs = longestWaitMs + Math.random() * 10 * longestWaitMs;
    throw new StudioError("rate.throttled", { values: { retryAfterMs } });
  }
  if (turn.waitMs > 0) await sleep(turn.waitMs, undefined, { signal });
}
