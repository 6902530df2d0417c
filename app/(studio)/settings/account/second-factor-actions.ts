"use server";

import { headers } from "next/headers";
import { type CodeInput, codeInputSchema } from "@/lib/auth/account-input";
import { getClientAddress } from "@/lib/auth/request-origin.server";
import type { AppKey } from "@/lib/auth/second-factor";
import {
  disableSecondFactor,
  enableSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
} from "@/lib/auth/second-factor.server";
import { getFreshSessionActor } from "@/lib/auth/session-actor.server";
import { parseInput } from "@/lib/errors/parse-input";
import type { ActionResult } from "@/lib/http/action-result";
import { runAction } from "@/lib/http/run-action.server";

const getAddress = async () => getClientAddress(await headers());

/** Begins to set up a second factor. Also for people who must have one before anything else. */
export async function startSecondFactorAction(): Promise<ActionResult<AppKey>> {
  return runAction(async () => startSecondFactor(await getFreshSessionActor({ settingUp: true })));
}

/** Turns the second factor on. Returns the recovery codes, which are returned only here. */
export async function enableSecondFactorAction(input: CodeInput): Promise<ActionResult<string[]>> {
  return runAction(async () => {
    const actor = await getFreshSessionActor({ settingUp: true });
    return enableSecondFactor(actor, parseInput(codeInputSchema, input).code, await getAddress());
  });
}

/** Replaces the recovery codes. The new ones are returned only here. */
export async function renewRecoveryCodesAction(input: CodeInput): Promise<ActionResult<string[]>> {
  return runAction(async () => {
    const actor = await getFreshSessionActor();
    return renewRecoveryCodes(actor, parseInput(codeInputSchema, input).code, await getAddress());
  });
}

/** Turns the second factor off. */
export async function disableSecondFactorAction(input: CodeInput): Promise<ActionResult<null>> {
  return runAction(async () => {
    const actor = await getFreshSessionActor();
    await disableSecondFactor(actor, parseInput(codeInputSchema, input).code, await getAddress());
    return null;
  });
}
