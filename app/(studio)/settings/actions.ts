"use server";

import { headers } from "next/headers";
import { z } from "zod";
import { confirmPassword } from "@/lib/auth/fresh-sign-in.server";
import { getClientAddress } from "@/lib/auth/request-origin.server";
import { getSessionActor } from "@/lib/auth/session-actor.server";
import { givenPassword } from "@/lib/auth/account-input";
import { parseInput } from "@/lib/errors/parse-input";
import type { ActionResult } from "@/lib/http/action-result";
import { runAction } from "@/lib/http/run-action.server";

const inputSchema = z.strictObject({ password: givenPassword });

/** Confirms the password of this session, for changes that need a fresh sign-in. */
export async function confirmPasswordAction(input: { password: string }): Promise<ActionResult<null>> {
  return runAction(async () => {
    const actor = await getSessionActor({ settingUp: true });
    const { password } = parseInput(inputSchema, input);
    await confirmPassword(actor, password, getClientAddress(await headers()));
    return null;
  });
}
