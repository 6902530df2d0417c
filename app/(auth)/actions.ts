"use server";

import type { PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/server";
import { cookies, headers } from "next/headers";
import { z } from "zod";
import {
  type AcceptInvitationInput,
  acceptInvitationInputSchema,
  type SetupInput,
  setupInputSchema,
} from "@/lib/auth/account-input";
import { acceptInvitation } from "@/lib/auth/invitations.server";
import { isLocalVisitor } from "@/lib/auth/local-visitor.server";
import { startPasskeySignInFromForm } from "@/lib/auth/passkey-sign-in-form.server";
import { setUpOwner } from "@/lib/auth/set-up-owner.server";
import { parseInput } from "@/lib/errors/parse-input";
import type { ActionResult } from "@/lib/http/action-result";
import { runAction } from "@/lib/http/run-action.server";

const tokenSchema = z.string().max(200);

/** Creates the owner of a studio without accounts. */
export async function setUpOwnerAction(input: SetupInput, setupToken: string): Promise<ActionResult<null>> {
  return runAction(async () => {
    const proof = {
      local: isLocalVisitor(await headers()),
      setupToken: parseInput(tokenSchema, setupToken),
    };
    await setUpOwner(parseInput(setupInputSchema, input), proof);
    return null;
  });
}

/** Creates an account from an invitation. */
export async function acceptInvitationAction(
  token: string,
  input: AcceptInvitationInput,
): Promise<ActionResult<null>> {
  return runAction(async () => {
    await acceptInvitation(parseInput(tokenSchema, token), parseInput(acceptInvitationInputSchema, input));
    return null;
  });
}

/** Begins a sign-in with a passkey, which next-auth ends: what the browser needs to ask for one. */
export async function startPasskeySignInAction(): Promise<
  ActionResult<PublicKeyCredentialRequestOptionsJSON>
> {
  return runAction(async () => {
    const { options, cookie } = await startPasskeySignInFromForm(await headers());
    (await cookies()).set(cookie);
    return options;
  });
}
