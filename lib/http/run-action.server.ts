import { randomUUID } from "node:crypto";
import { unstable_rethrow } from "next/navigation";
import { getLogger } from "@/lib/errors/logger.server";
import { StudioError } from "@/lib/errors/studio-error";
import { inRequest } from "@/lib/traces/trace.server";
import type { ActionResult } from "./action-result";
import { nameDatabaseFault } from "./database-away.server";

/**
 * Runs a server action. A StudioError becomes a problem that the form shows; anything else is logged under a
 * request ID and returned as `internal`. Next's own signals (redirect, not found) pass through.
 */
export async function runAction<Value>(body: () => Promise<Value>): Promise<ActionResult<Value>> {
  try {
    return { ok: true, value: await inRequest({ via: "action" }, body) };
  } catch (error) {
    unstable_rethrow(error);
    const named = nameDatabaseFault(error);
    const known = named instanceof StudioError ? named : new StudioError("internal", { cause: named });
    const requestId = randomUUID();
    if (known.httpStatus >= 500) getLogger().error({ err: known.cause ?? known, requestId }, known.message);
    const { code, fields, values } = known;
    return { ok: false, problem: { code, fields, values, requestId } };
  }
}
