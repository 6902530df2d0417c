"use server";

import { getSessionActor } from "@/lib/auth/session-actor.server";
import { type ConnectionInput, connectionInputSchema } from "@/lib/connections/connection-input";
import type { ConnectionSummary } from "@/lib/connections/connection-summary";
import { deleteConnection } from "@/lib/connections/delete-connection.server";
import { findConnectionSummary } from "@/lib/connections/get-connection-summary.server";
import { saveConnection } from "@/lib/connections/save-connection.server";
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

/** Forgets the person's own connection; answers with the default that serves them now, if any. */
export async function removeConnectionAction(): Promise<ActionResult<ConnectionSummary | null>> {
  return runAction(async () => {
    const actor = await getSessionActor();
    await deleteConnection(actor.userId);
    return findConnectionSummary(actor.userId);
  });
}
