import type { Queryable } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import type { Actor } from "./actor";

interface LockedPerson {
  passwordHash: string | null;
  disabledAt: Date | null;
  linksByEmail: boolean;
}

/**
 * Locks a person's row until the transaction ends, so that changes that end their sessions and tokens, and changes that
 * create some, wait for each other. Returns the row as committed, or undefined for an unknown person.
 */
export async function lockPerson(userId: string, transaction: Queryable): Promise<LockedPerson | undefined> {
  const [person] = await transaction.$queryRaw<LockedPerson[]>`
    SELECT "passwordHash", "disabledAt", "linksByEmail" FROM "User" WHERE "id" = ${userId}::uuid FOR NO KEY UPDATE`;
  return person;
}

/**
 * Locks the actor's person, and checks that their session or token hasn't ended since the request was authenticated.
 *
 * @throws StudioError auth.required
 */
export async function lockActor(
  { userId, via, credentialId }: Pick<Actor, "userId" | "via" | "credentialId">,
  transaction: Queryable,
): Promise<void> {
  const person = await lockPerson(userId, transaction);
  // A statement after the lock, which sees what was committed while this one waited.
  const where = { id: credentialId, userId, revokedAt: null };
  const active =
    via === "session"
      ? await transaction.session.count({ where })
      : await transaction.apiToken.count({ where });
  if (!person || person.disabledAt || active === 0) throw new StudioError("auth.required");
}
