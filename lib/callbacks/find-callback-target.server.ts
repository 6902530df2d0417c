import { findConnectionSummary } from "@/lib/connections/get-connection-summary.server";
import type { Queryable } from "@/lib/db/database.server";

/** What of a person's connection decides about callbacks. */
export interface CallbackTarget {
  sandbox: boolean;
  /** Where the service is. */
  baseUrl: string;
  /** Whether it can be asked after a video, so that callbacks are not the only way. */
  hasVideoQuery: boolean;
}

/** The service that a person's videos go to; null where there is none. */
export async function findCallbackTarget(
  userId: string,
  database: Queryable,
): Promise<CallbackTarget | null> {
  const summary = await findConnectionSummary(userId, database);
  if (summary === null || summary.baseUrl === null) return null;
  const { sandbox, baseUrl, features } = summary;
  return { sandbox, baseUrl, hasVideoQuery: features.endpoints.videoQuery };
}
