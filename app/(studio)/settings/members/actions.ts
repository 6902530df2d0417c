"use server";

import { headers } from "next/headers";
import { z } from "zod";
import {
  type InviteInput,
  inviteInputSchema,
  type QuotasForm,
  quotasFormSchema,
  type SignInRules,
  signInRulesSchema,
} from "@/lib/auth/account-input";
import { createInvitation, revokeInvitation } from "@/lib/auth/invitations.server";
import { resetSecondFactor } from "@/lib/auth/second-factor.server";
import { setSignInRules } from "@/lib/auth/sign-in-rules.server";
import { getFreshSessionOwner, getSessionOwner } from "@/lib/auth/session-actor.server";
import { setQuotas } from "@/lib/auth/members.server";
import { parseInput } from "@/lib/errors/parse-input";
import { StudioError } from "@/lib/errors/studio-error";
import type { ActionResult } from "@/lib/http/action-result";
import { getRequestOrigin } from "@/lib/auth/request-origin.server";
import { runAction } from "@/lib/http/run-action.server";
import { changeMemberAccess } from "@/server/change-member-access.server";
import { getGenerationServices } from "@/server/generation-services.server";
import { removeAccount } from "@/server/remove-account.server";

function parseId(value: string): string {
  const id = z.uuid().safeParse(value);
  if (!id.success) throw new StudioError("not-found");
  return id.data;
}

/** Creates an invitation link, which is returned only here. */
export async function inviteAction(input: InviteInput): Promise<ActionResult<{ link: string }>> {
  return runAction(async () => {
    const owner = await getFreshSessionOwner();
    const { token } = await createInvitation(owner, parseInput(inviteInputSchema, input));
    return { link: new URL(`/invitation/${token}`, getRequestOrigin(await headers())).href };
  });
}

/** Revokes an unused invitation. */
export async function revokeInvitationAction(invitationId: string): Promise<ActionResult<null>> {
  return runAction(async () => {
    const owner = await getSessionOwner();
    if (!(await revokeInvitation(owner, parseId(invitationId)))) throw new StudioError("auth.link-invalid");
    return null;
  });
}

/** Removes or restores a person's access. */
export async function setMemberAccessAction(memberId: string, allowed: boolean): Promise<ActionResult<null>> {
  return runAction(async () => {
    const owner = await getFreshSessionOwner();
    await changeMemberAccess(await getGenerationServices(), {
      owner,
      memberId: parseId(memberId),
      allowed: parseInput(z.boolean(), allowed),
    });
    return null;
  });
}

/** Removes an account with its things, or moves these to the owner. */
export async function removeMemberAction(memberId: string, takeOver: boolean): Promise<ActionResult<null>> {
  return runAction(async () => {
    const owner = await getFreshSessionOwner();
    const userId = parseId(memberId);
    if (userId === owner.userId) throw new StudioError("auth.own-access");
    await removeAccount(await getGenerationServices(), {
      author: owner,
      userId,
      takeOver: parseInput(z.boolean(), takeOver),
    });
    return null;
  });
}

/** Sets how much a person may store and queue. */
export async function setQuotasAction(memberId: string, input: QuotasForm): Promise<ActionResult<null>> {
  return runAction(async () => {
    const owner = await getFreshSessionOwner();
    const { diskGigabytes, queueLength } = parseInput(quotasFormSchema, input);
    const diskBytes = diskGigabytes === null ? null : Math.round(diskGigabytes * 1e9);
    await setQuotas(owner, parseId(memberId), { diskBytes, queueLength });
    return null;
  });
}

/** Removes the second factor of somebody who lost it. */
export async function resetSecondFactorAction(memberId: string): Promise<ActionResult<null>> {
  return runAction(async () => {
    await resetSecondFactor(await getFreshSessionOwner(), parseId(memberId));
    return null;
  });
}

/** Sets what is asked of everyone's sign-in. */
export async function setSignInRulesAction(rules: SignInRules): Promise<ActionResult<null>> {
  return runAction(async () => {
    await setSignInRules(await getFreshSessionOwner(), parseInput(signInRulesSchema, rules));
    return null;
  });
}
