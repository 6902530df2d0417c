"use server";

import type { PublicKeyCredentialCreationOptionsJSON } from "@simplewebauthn/server";
import { headers } from "next/headers";
import { userAgentFromString } from "next/server";
import { getTranslations } from "next-intl/server";
import { z } from "zod";
import { addPasskey, startAddingPasskey } from "@/lib/auth/add-passkey.server";
import { type RenamePasskeyInput, renamePasskeyInputSchema } from "@/lib/auth/account-input";
import { type NewPasskey, newPasskeySchema } from "@/lib/auth/passkey-input";
import { getPasskeySite } from "@/lib/auth/passkey-site.server";
import { removePasskey, renamePasskey } from "@/lib/auth/passkeys.server";
import { getClientAddress } from "@/lib/auth/request-origin.server";
import { getFreshSessionActor, getSessionActor } from "@/lib/auth/session-actor.server";
import { parseInput } from "@/lib/errors/parse-input";
import type { ActionResult } from "@/lib/http/action-result";
import { runAction } from "@/lib/http/run-action.server";

/** What the browser needs to make a passkey. Also for people who must have a second factor before anything else. */
export async function startAddingPasskeyAction(): Promise<
  ActionResult<PublicKeyCredentialCreationOptionsJSON>
> {
  return runAction(async () => {
    const actor = await getFreshSessionActor({ settingUp: true });
    return startAddingPasskey(actor, getPasskeySite(await headers()));
  });
}

/** Adds the passkey that the browser made. */
export async function addPasskeyAction(response: NewPasskey): Promise<ActionResult<{ name: string }>> {
  return runAction(async () => {
    const actor = await getFreshSessionActor({ settingUp: true });
    const sent = await headers();
    const name = await addPasskey(actor, parseInput(newPasskeySchema, response), {
      site: getPasskeySite(sent),
      address: getClientAddress(sent),
      defaultName: await describeBrowser(sent),
    });
    return { name };
  });
}

async function describeBrowser(sent: Headers): Promise<string> {
  const t = await getTranslations("settings.account");
  const { browser, os } = userAgentFromString(sent.get("user-agent") ?? undefined);
  return t("session", {
    browser: browser.name ?? t("unknownBrowser"),
    system: os.name ?? t("unknownSystem"),
  });
}

export async function renamePasskeyAction(
  id: string,
  input: RenamePasskeyInput,
): Promise<ActionResult<null>> {
  return runAction(async () => {
    const { userId } = await getSessionActor();
    await renamePasskey(userId, parseInput(z.uuid(), id), parseInput(renamePasskeyInputSchema, input));
    return null;
  });
}

export async function removePasskeyAction(id: string): Promise<ActionResult<null>> {
  return runAction(async () => {
    const actor = await getFreshSessionActor();
    await removePasskey(actor, parseInput(z.uuid(), id), getClientAddress(await headers()));
    return null;
  });
}
