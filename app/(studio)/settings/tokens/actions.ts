"use server";

import { z } from "zod";
import { type ApiTokenInput, apiTokenInputSchema } from "@/lib/auth/api-token";
import { createApiToken, revokeApiToken } from "@/lib/auth/api-tokens.server";
import { getFreshSessionActor, getSessionActor } from "@/lib/auth/session-actor.server";
import { countRequest } from "@/lib/errors/request-limits.server";
import { parseInput } from "@/lib/errors/parse-input";
import { StudioError } from "@/lib/errors/studio-error";
import type { ActionResult } from "@/lib/http/action-result";
import { runAction } from "@/lib/http/run-action.server";

/** Creates an API token, whose text is returned only here. */
export async function createTokenAction(input: ApiTokenInput): Promise<ActionResult<{ token: string }>> {
  return runAction(async () => {
    const actor = await getFreshSessionActor();
    await countRequest("tokens", actor.userId);
    const { token } = await createApiToken(actor, parseInput(apiTokenInputSchema, input));
    return { token };
  });
}

/** Revokes a token. */
export async function revokeTokenAction(tokenId: string): Promise<ActionResult<null>> {
  return runAction(async () => {
    const actor = await getSessionActor();
    const id = z.uuid().safeParse(tokenId);
    if (!id.success || !(await revokeApiToken(actor, id.data))) throw new StudioError("not-found");
    return null;
  });
}
