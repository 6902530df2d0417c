import { findConnectionSummary } from "@/lib/connections/get-connection-summary.server";
import type { Queryable } from "@/lib/db/database.server";

/** The facts of a connection that decide about callbacks. */
export interface CallbackTarget {
  sandbox: boolean;
  /** The address of the service. */
  baseUrl: string;
  /** Whether video tasks can be polled, so that callbacks are not the only way. */
  hasVideoQuery: boolean;
}

/** The service of a person's videos; null without one. */
export async function findCallbackTarget(
  userId: string,
  database: Queryable,
): Promise<CallbackTarget | null> {
  const summary = await findConnectionSummary(userId, database);
  if (summary === null || summary.baseUrl === null) return null;
  const { sandbox, baseUrl, features } = summary;
  return { sandbox, baseUrl, hasVideoQuery: features.endpoints.videoQuery };
}
