import { recordAudit } from "@/lib/audit/record-audit.server";
import { type Database, type Queryable, getDatabase } from "@/lib/db/database.server";
import { getEnv } from "@/lib/env/env.server";
import { StudioError } from "@/lib/errors/studio-error";
import type { Actor } from "./actor";
import { verifyPassword } from "./passwords.server";
import { createSignInThrottle } from "./sign-in-throttle.server";

/**
 * Checks that the password was entered recently in a session, before a change that would outlive a stolen one: tokens, the
 * connection, members. A token proves itself by its scope.
 *
 * @throws StudioError auth.confirm-password
 */
export async function checkFreshSignIn(
  actor: Pick<Actor, "via" | "credentialId">,
  database: Queryable = getDatabase(),
): Promise<void> {
  if (actor.via === "token") return;
  const since = new Date(Date.now() - getEnv().STUDIO_CONFIRM_MINUTES * 60_000);
  const fresh = await database.session.count({
    where: { id: actor.credentialId, revokedAt: null, confirmedAt: { gt: since } },
  });
  if (fresh === 0) throw new StudioError("auth.confirm-password");
}

/**
 * Confirms the password of a session, which makes its sign-in fresh. Throttled like a sign-in.
 *
 * @throws StudioError input.invalid (at password), auth.throttled
 */
export async function confirmPassword(
  actor: Actor,
  password: string,
  address: string,
  database: Database = getDatabase(),
): Promise<void> {
  const attempt = { email: actor.email, address, knownAddress: true };
  const throttle = createSignInThrottle(database);
  await throttle.countAttempt(attempt);
  const { passwordHash } = await database.user.findUniqueOrThrow({ where: { id: actor.userId } });
  if (!(await verifyPassword(passwordHash, password))) {
    await recordAudit(database, { kind: "password-wrong", author: actor, address });
    throw new StudioError("input.invalid", {
      fields: [{ path: "password", key: "account.password.wrong" }],
    });
  }
  await throttle.uncountAttempt(attempt);
  await database.$transaction(async (transaction) => {
    await transaction.session.updateMany({
      where: { id: actor.credentialId, userId: actor.userId },
      data: { confirmedAt: new Date() },
    });
    await recordAudit(transaction, { kind: "password-confirmed", author: actor, address });
  });
}
