"use server";

import { getFreshSessionActor, getSessionActor } from "@/lib/auth/session-actor.server";
import { type ConnectionInput, connectionInputSchema } from "@/lib/connections/connection-input";
import type { ConnectionSummary } from "@/lib/connections/connection-summary";
import type { ConnectionTestResult } from "@/lib/connections/connection-test-result";
import { deleteConnection, saveConnection } from "@/lib/connections/save-connection.server";
import { findConnectionSummary } from "@/lib/connections/get-connection-summary.server";
import { testConnection } from "@/lib/connections/test-connection.server";
import { parseInput } from "@/lib/errors/parse-input";
import type { ActionResult } from "@/lib/http/action-result";
import { runAction } from "@/lib/http/run-action.server";

/** Saves the person's own connection; returns what a browser may know of it. */
export async function saveConnectionAction(input: ConnectionInput): Promise<ActionResult<ConnectionSummary>> {
  return runAction(async () => {
    const actor = await getFreshSessionActor();
    return saveConnection(actor, parseInput(connectionInputSchema, input));
  });
}

/**
 * Tests the stored connection, or the one in the form without saving it. The requests are free and end within
 * seconds (probe-connection.server.ts), because server actions run one at a time.
 */
export async function testConnectionAction(
  input?: ConnectionInput,
): Promise<ActionResult<ConnectionTestResult>> {
  return runAction(async () => {
    const actor = await getSessionActor();
    return testConnection(actor.userId, { input: parseInput(connectionInputSchema.optional(), input) });
  });
}

/** Deletes the person's own connection; returns the default that replaces it, if any. */
export async function removeConnectionAction(): Promise<ActionResult<ConnectionSummary | null>> {
  return runAction(async () => {
    const actor = await getFreshSessionActor();
    await deleteConnection(actor);
    return findConnectionSummary(actor.userId);
  });
}
