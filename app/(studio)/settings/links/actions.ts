"use server";

import { z } from "zod";
import { getSessionActor } from "@/lib/auth/session-actor.server";
import { getDatabase } from "@/lib/db/database.server";
import { parseInput } from "@/lib/errors/parse-input";
import { StudioError } from "@/lib/errors/studio-error";
import type { ActionResult } from "@/lib/http/action-result";
import { runAction } from "@/lib/http/run-action.server";
import { changeShareBodySchema } from "@/lib/shares/share-dto";
import { changeShare, revokeOwnShares, revokeShare } from "@/lib/shares/shares.server";

export async function changeShareEndAction(
  shareId: string,
  expiresInDays: number | null,
): Promise<ActionResult<null>> {
  return runAction(async () => {
    const actor = await getSessionActor();
    const changes = parseInput(changeShareBodySchema, { expiresInDays });
    await changeShare(getDatabase(), actor, { ...changes, id: parseId(shareId) });
    return null;
  });
}

export async function revokeShareAction(shareId: string): Promise<ActionResult<null>> {
  return runAction(async () => {
    const actor = await getSessionActor();
    await revokeShare(getDatabase(), actor, parseId(shareId));
    return null;
  });
}

export async function revokeAllSharesAction(): Promise<ActionResult<{ revoked: number }>> {
  return runAction(async () => {
    const actor = await getSessionActor();
    return { revoked: await revokeOwnShares(getDatabase(), actor) };
  });
}

function parseId(text: string): string {
  const id = z.uuid().safeParse(text);
  if (!id.success) throw new StudioError("not-found");
  return id.data;
}
