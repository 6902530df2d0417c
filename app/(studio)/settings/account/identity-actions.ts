"use server";

import { headers } from "next/headers";
import { z } from "zod";
import { unlinkIdentity } from "@/lib/auth/identities.server";
import { getClientAddress } from "@/lib/auth/request-origin.server";
import { getFreshSessionActor } from "@/lib/auth/session-actor.server";
import { parseInput } from "@/lib/errors/parse-input";
import type { ActionResult } from "@/lib/http/action-result";
import { runAction } from "@/lib/http/run-action.server";

/** Unlinks an account of an identity provider. */
export async function unlinkIdentityAction(id: string): Promise<ActionResult<null>> {
  return runAction(async () => {
    const actor = await getFreshSessionActor();
    await unlinkIdentity(actor, parseInput(z.uuid(), id), getClientAddress(await headers()));
    return null;
  });
}
