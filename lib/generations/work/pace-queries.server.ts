import { setTimeout as sleep } from "node:timers/promises";
import type { ResolvedConnection } from "@/lib/connections/resolved-connection";
import type { Database } from "@/lib/db/database.server";
import { pauseTurns, takeTurn, throttled, type Turns } from "@/lib/paid-calls/turns.server";
import type { ServiceClient } from "@/lib/service/client.server";
import type { ServiceError } from "@/lib/service/errors/service-error";
import type { EndpointName } from "@/lib/service/profiles/profile-options";
import { findRateLimit } from "@/lib/service/profiles/read-profile";

/** A query whose turn is further away is polled again later, so that it doesn't occupy the worker meanwhile. */
const longestWaitMs = 1_000;
/** Queries keep this much more distance than the limit requires. */
const spacingMargin = 1.1;

/** How long the queries of a key pause after a rejection as too many, if the service doesn't say. */
const pauseAfterRefusalMs = 2_000;

/**
 * A client whose task queries keep the rate limit of their key, across all workers. A query whose turn is too far away
 * throws StudioError `rate.throttled`.
 */
export function paceQueries(
  client: ServiceClient,
  context: { database: Database; connection: ResolvedConnection; signal: AbortSignal },
): ServiceClient {
  return {
    ...client,
    async queryNarrationTask(...request) {
      await waitForTurn(context, "narrationQuery");
      return client.queryNarrationTask(...request);
    },
    async queryVideoTask(...request) {
      await waitForTurn(context, "videoQuery");
      return client.queryVideoTask(...request);
    },
  };
}

/** The service rejected a query as one too many although we keep the limit: all queries of the key pause. */
export async function pauseQueries(
  database: Database,
  connection: Pick<ResolvedConnection, "scope">,
  error: ServiceError,
): Promise<void> {
  if (!error.endpoint) return;
  const pauseMs = Math.max(pauseAfterRefusalMs, error.retryAfterMs ?? 0);
  await pauseTurns(database, `${connection.scope}:${error.endpoint}`, pauseMs);
}

async function waitForTurn(
  {
    database,
    connection,
    signal,
  }: { database: Database; connection: ResolvedConnection; signal: AbortSignal },
  endpoint: EndpointName,
): Promise<void> {
  const limit = findRateLimit(connection.profile, { endpoint });
  if (!limit) return;
  const turns: Turns = { bucket: `${connection.scope}:${endpoint}`, limit };
  const turn = await takeTurn(database, turns, { patienceMs: longestWaitMs, margin: spacingMargin });
  // Random, so that those who return don't all return at once.
  if (!turn.isTaken) throw throttled(longestWaitMs * (1 + 10 * Math.random()));
  if (turn.waitMs > 0) await sleep(turn.waitMs, undefined, { signal });
}
