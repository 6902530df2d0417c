"use server";

import { getSessionActor } from "@/lib/auth/session-actor.server";
import { type ConnectionInput, connectionInputSchema } from "@/lib/connections/connection-input";
import type { ConnectionSummary } from "@/lib/connections/connection-summary";
import type { ConnectionTestResult } from "@/lib/connections/connection-test-result";
import { deleteConnection, saveConnection } from "@/lib/connections/save-connection.server";
import { findConnectionSummary } from "@/lib/connections/get-connection-summary.server";
import { testConnection } from "@/lib/connections/test-connection.server";
import { parseInput } from "@/lib/errors/parse-input";
import type { ActionResult } from "@/lib/http/action-result";
import { runAction } from "@/lib/http/run-action.server";

/** Stores the person's own connection; answers with what a browser may know of it. */
export async function saveConnectionAction(input: ConnectionInput): Promise<ActionResult<ConnectionSummary>> {
  return runAction(async () => {
    const actor = await getSessionActor();
    return saveConnection(actor.userId, parseInput(connectionInputSchema, input));
  });
}

/**
 * Asks the service one free question with the stored key, or with the connection that is typed and not stored. Its
 * questions end within seconds (probe-connection.server.ts), so that no later action waits long.
 */
export async function testConnectionAction(
  input?: ConnectionInput,
): Promise<ActionResult<ConnectionTestResult>> {
  return runAction(async () => {
    const actor = await getSessionActor();
    return testConnection(actor.userId, { input: parseInput(connectionInputSchema.optional(), input) });
  });
}

/** Forgets the person's own connection; answers with the default that serves them now, if any. */
export async function removeConnectionAction(): Promise<ActionResult<ConnectionSummary | null>> {
  return runAction(async () => {
    const actor = await getSessionActor();
    await deleteConnection(actor.userId);
    return findConnectionSummary(actor.userId);
  });
}
