"use server";

import { headers } from "next/headers";
import { z } from "zod";
import { type InviteInput, inviteInputSchema } from "@/lib/auth/account-input";
import { createInvitation, revokeInvitation } from "@/lib/auth/invitations.server";
import { setMemberAccess } from "@/lib/auth/members.server";
import { getSessionOwner } from "@/lib/auth/session-actor.server";
import { parseInput } from "@/lib/errors/parse-input";
import { StudioError } from "@/lib/errors/studio-error";
import type { ActionResult } from "@/lib/http/action-result";
import { getRequestOrigin } from "@/lib/auth/request-origin.server";
import { runAction } from "@/lib/http/run-action.server";

function parseId(value: string): string {
  const id = z.uuid().safeParse(value);
  if (!id.success) throw new StudioError("not-found");
  return id.data;
}

/** Makes a link that lets one person in; the answer is the only place where it ever stands. */
export async function inviteAction(input: InviteInput): Promise<ActionResult<{ link: string }>> {
  return runAction(async () => {
    const owner = await getSessionOwner();
    const { token } = await createInvitation(owner.userId, parseInput(inviteInputSchema, input));
    return { link: new URL(`/invitation/${token}`, getRequestOrigin(await headers())).href };
  });
}

/** Ends an invitation that nobody has used. */
export async function withdrawInvitationAction(invitationId: string): Promise<ActionResult<null>> {
  return runAction(async () => {
    await getSessionOwner();
    if (!(await revokeInvitation(parseId(invitationId)))) throw new StudioError("auth.link-invalid");
    return null;
  });
}

/** Takes a person's access away or gives it back. */
export async function setMemberAccessAction(memberId: string, allowed: boolean): Promise<ActionResult<null>> {
  return runAction(async () => {
    const owner = await getSessionOwner();
    await setMemberAccess(owner, parseId(memberId), parseInput(z.boolean(), allowed));
    return null;
  });
}
