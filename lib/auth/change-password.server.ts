import type { Database } from "@/lib/db/database.server";
import { getDatabase } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import type { ChangePasswordInput } from "./account-input";
import type { Actor } from "./actor";
import { hashPassword, verifyPassword } from "./password-hash.server";
import { endSessions, forgetCachedSessions } from "./sessions.server";
import { getSignInThrottle } from "./sign-in-throttle.server";

/**
 * Changes a person's password and ends every other session of theirs; needs the current one, throttled like a sign-in.
 * Returns how many sessions ended. Throws `input.invalid` (at currentPassword) and `auth.throttled`.
 */
export async function changePassword(
  actor: Actor,
  input: ChangePasswordInput,
  address: string,
  database: Database = getDatabase(),
): Promise<number> {
  const attempt = { email: actor.email, address, knownAddress: true };
  const throttle = getSignInThrottle(database);
  await throttle.countAttempt(attempt);
  const user = await database.user.findUniqueOrThrow({ where: { id: actor.userId } });
  if (!(await verifyPassword(user.passwordHash, input.currentPassword))) {
    throw new StudioError("input.invalid", {
      fields: [{ path: "currentPassword", key: "account.password.wrong" }],
    });
  }
  await throttle.forgive(attempt);
  const passwordHash = await hashPassword(input.newPassword);
  const ended = await database.$transaction(async (transaction) => {
    await transaction.user.update({ where: { id: user.id }, data: { passwordHash } });
    const kept = actor.via === "session" ? { exceptSessionId: actor.credentialId } : {};
    return endSessions(user.id, kept, transaction);
  });
  forgetCachedSessions();
  return ended;
}
