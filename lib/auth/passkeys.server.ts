import { recordAudit } from "@/lib/audit/record-audit.server";
import { type Database, type Queryable, getDatabase } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import type { RenamePasskeyInput } from "./account-input";
import type { Actor } from "./actor";
import { lockActor } from "./lock-person.server";
import type { PasskeySummary } from "./passkey-input";
import { listPasskeySites } from "./passkey-site.server";
import { forgetCachedSessions } from "./sessions.server";

/** A person's passkeys, oldest first. */
export async function listPasskeys(
  userId: string,
  database: Queryable = getDatabase(),
): Promise<PasskeySummary[]> {
  return database.passkey.findMany({
    where: { userId },
    orderBy: { id: "asc" },
    select: { id: true, name: true, rpId: true, createdAt: true, lastUsedAt: true },
  });
}

/** Whether a person has a passkey. */
export async function hasPasskey(userId: string, database: Queryable): Promise<boolean> {
  return (await database.passkey.count({ where: { userId }, take: 1 })) > 0;
}

/** Whether anybody can sign in with a passkey, so that the sign-in page offers it. */
export async function isPasskeySignInOffered(database: Queryable = getDatabase()): Promise<boolean> {
  const rpIds = listPasskeySites().map(({ rpId }) => rpId);
  return (
    (await database.passkey.findFirst({ where: { rpId: { in: rpIds } }, select: { id: true } })) !== null
  );
}

/** Renames a passkey. Throws StudioError not-found. */
export async function renamePasskey(
  userId: string,
  id: string,
  { name }: RenamePasskeyInput,
  database: Queryable = getDatabase(),
): Promise<void> {
  const { count } = await database.passkey.updateMany({ where: { id, userId }, data: { name } });
  if (count === 0) throw new StudioError("not-found");
}

/**
 * Removes a passkey and ends the other sessions that began with it, since it may be on a lost device. Call it with a fresh sign-in.
 *
 * @throws StudioError not-found, auth.required
 */
export async function removePasskey(
  actor: Actor,
  id: string,
  address: string,
  database: Database = getDatabase(),
): Promise<void> {
  await database.$transaction(async (transaction) => {
    await lockActor(actor, transaction);
    const where = { id, userId: actor.userId };
    const passkey = await transaction.passkey.findFirst({ where, select: { name: true } });
    if (!passkey) throw new StudioError("not-found");
    await transaction.passkey.delete({ where: { id } });
    const { count } = await transaction.session.updateMany({
      where: { passkeyId: id, revokedAt: null, id: { not: actor.credentialId } },
      data: { revokedAt: new Date() },
    });
    await recordAudit(transaction, {
      kind: "passkey-removed",
      author: actor,
      address,
      subject: passkey.name,
      facts: { sessions: count },
    });
  });
  forgetCachedSessions();
}
