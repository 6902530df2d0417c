"use server";

import { headers } from "next/headers";
import { z } from "zod";
import { requireNoExport } from "@/lib/archive/open-export.server";
import {
  type ChangeNameInput,
  type ChangePasswordInput,
  changeNameInputSchema,
  changePasswordInputSchema,
  type RemoveAccountInput,
  removeAccountInputSchema,
} from "@/lib/auth/account-input";
import { changePassword } from "@/lib/auth/passwords.server";
import { changeName } from "@/lib/auth/members.server";
import { getFreshSessionActor, getSessionActor } from "@/lib/auth/session-actor.server";
import { endOtherSessions, endSession } from "@/lib/auth/sessions.server";
import { parseInput } from "@/lib/errors/parse-input";
import { StudioError } from "@/lib/errors/studio-error";
import type { ActionResult } from "@/lib/http/action-result";
import { getClientAddress } from "@/lib/auth/request-origin.server";
import { runAction } from "@/lib/http/run-action.server";
import { getGenerationServices } from "@/server/generation-services.server";
import { removeOwnAccount } from "@/server/remove-account.server";

export async function changeNameAction(input: ChangeNameInput): Promise<ActionResult<null>> {
  return runAction(async () => {
    const actor = await getSessionActor();
    await changeName(actor.userId, parseInput(changeNameInputSchema, input));
    return null;
  });
}

export async function changePasswordAction(
  input: ChangePasswordInput,
): Promise<ActionResult<{ sessions: number; tokens: number }>> {
  return runAction(async () => {
    const actor = await getSessionActor();
    const parsed = parseInput(changePasswordInputSchema, input);
    return changePassword(actor, parsed, getClientAddress(await headers()));
  });
}

export async function endSessionAction(sessionId: string): Promise<ActionResult<null>> {
  return runAction(async () => {
    const actor = await getSessionActor();
    const id = z.uuid().safeParse(sessionId);
    if (!id.success || !(await endSession(actor.userId, id.data))) throw new StudioError("not-found");
    return null;
  });
}

export async function endOtherSessionsAction(): Promise<ActionResult<{ ended: number }>> {
  return runAction(async () => {
    const actor = await getSessionActor();
    return { ended: await endOtherSessions(actor) };
  });
}

/** Whether a download of GET /api/v1/account/archive can start now, which has no page to show an error on. */
export async function prepareExportAction(): Promise<ActionResult<null>> {
  return runAction(async () => {
    const actor = await getFreshSessionActor();
    requireNoExport(actor.email);
    return null;
  });
}

/** Requires the password. The person is signed out everywhere. */
export async function removeOwnAccountAction(input: RemoveAccountInput): Promise<ActionResult<null>> {
  return runAction(async () => {
    const actor = await getSessionActor();
    const { password } = parseInput(removeAccountInputSchema, input);
    const address = getClientAddress(await headers());
    await removeOwnAccount(await getGenerationServices(), { actor, password, address });
    return null;
  });
}
