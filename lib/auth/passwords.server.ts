import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { recordAudit } from "@/lib/audit/record-audit.server";
import { type Database, getDatabase } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import type { ChangePasswordInput } from "./account-input";
import type { Actor } from "./actor";
import { revokeApiTokens } from "./api-tokens.server";
import { lockActor } from "./lock-person.server";
import { checkNewPassword } from "./password-strength.server";
import { endSessions, forgetCachedSessions } from "./sessions.server";
import { createSignInThrottle } from "./sign-in-throttle.server";

/** argon2id (the library's default) with OWASP's first recommended parameters. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

let decoyHash: Promise<string> | undefined;

/** Hashes a password; the result includes parameters and salt. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, parameters);
}

/**
 * Whether a password matches a hash. Without a hash (no such account, or one without a password) it verifies a
 * decoy, so that the response time doesn't reveal who has an account.
 */
export async function verifyPassword(storedHash: string | null, password: string): Promise<boolean> {
  decoyHash ??= hashPassword("a password that nobody has");
  const matches = await verify(storedHash ?? (await decoyHash), password);
  return storedHash !== null && matches;
}

/** How much ended with a password. */
interface EndedAccess {
  sessions: number;
  tokens: number;
}

/**
 * Changes a person's password and ends their other sessions and their tokens. Requires the current password; throttled
 * like a sign-in. Throws `input.invalid` (at currentPassword, or a newPassword that is easy to guess), `auth.throttled`, and
 * `auth.required` if the calling session has ended meanwhile.
 */
export async function changePassword(
  actor: Actor,
  input: ChangePasswordInput,
  address: string,
  database: Database = getDatabase(),
): Promise<EndedAccess> {
  const attempt = { email: actor.email, address, knownAddress: true };
  const throttle = createSignInThrottle(database);
  await throttle.countAttempt(attempt);
  const user = await database.user.findUniqueOrThrow({ where: { id: actor.userId } });
  if (!(await verifyPassword(user.passwordHash, input.currentPassword))) {
    await recordAudit(database, { kind: "password-wrong", author: actor, address });
    throw new StudioError("input.invalid", {
      fields: [{ path: "currentPassword", key: "account.password.wrong" }],
    });
  }
  await throttle.uncountAttempt(attempt);
  await checkNewPassword(input.newPassword, user, "newPassword");
  const passwordHash = await hashPassword(input.newPassword);
  const ended = await database.$transaction(async (transaction) => {
    await lockActor(actor, transaction);
    await transaction.user.update({ where: { id: user.id }, data: { passwordHash } });
    const kept = actor.via === "session" ? { exceptSessionId: actor.credentialId } : {};
    const facts = {
      sessions: await endSessions(user.id, kept, transaction),
      tokens: await revokeApiTokens(user.id, transaction),
    };
    await recordAudit(transaction, { kind: "password-changed", author: actor, address, facts });
    return facts;
  });
  forgetCachedSessions();
  return ended;
}

/** 24 characters in base64url. */
const newPasswordBytes = 18;

/**
 * Sets a new random password for a person who forgot theirs, removes every other way in (second factor, passkeys, links with an
 * identity provider), and ends their sessions and tokens. For whoever has access to the machine. The password is only returned, never stored.
 *
 * @throws StudioError not-found where nobody has this address
 */
export async function resetPassword(email: string, database: Database): Promise<string> {
  const password = randomBytes(newPasswordBytes).toString("base64url");
  const passwordHash = await hashPassword(password);
  await database.$transaction(async (transaction) => {
    const address = email.trim().toLowerCase();
    const user = await transaction.user.findUnique({ where: { email: address }, select: { id: true } });
    if (!user) throw new StudioError("not-found");
    const data = { passwordHash, linksByEmail: false };
    await transaction.user.update({ where: { id: user.id }, data });
    const { count } = await transaction.secondFactor.deleteMany({ where: { userId: user.id } });
    const identities = await transaction.identity.deleteMany({ where: { userId: user.id } });
    const passkeys = await transaction.passkey.deleteMany({ where: { userId: user.id } });
    await endSessions(user.id, {}, transaction);
    await revokeApiTokens(user.id, transaction);
    const facts = { secondFactor: count > 0, identities: identities.count, passkeys: passkeys.count };
    await recordAudit(transaction, { kind: "password-reset", author: null, subject: address, facts });
  });
  return password;
}
