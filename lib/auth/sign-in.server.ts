import { recordAudit } from "@/lib/audit/record-audit.server";
import { type Database, getDatabase } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import type { SignInInput } from "./account-input";
import { type Role, parseRole } from "./actor";
import { takeCode } from "./check-second-factor.server";
import { checkPasskeyIsOptional } from "./sign-in-rules.server";
import { lockPerson } from "./lock-person.server";
import { verifyPassword } from "./passwords.server";
import { startSession, wasSeenAt } from "./sessions.server";
import { createSignInThrottle } from "./sign-in-throttle.server";

export interface SignedIn {
  userId: string;
  sessionId: string;
  name: string;
  email: string;
  role: Role;
}

/**
 * Signs in with email and password, and a code where the person has a second factor, and starts a session. An unknown
 * address, a wrong password and a disabled account give the same response in the same time.
 *
 * @throws StudioError auth.wrong-credentials, auth.throttled; after the right password auth.code-required, auth.wrong-code,
 * auth.app-unreadable and auth.passkey-required
 */
export async function signIn(
  input: SignInInput,
  caller: { address: string; userAgent: string | null },
  database: Database = getDatabase(),
): Promise<SignedIn> {
  const user = await database.user.findUnique({ where: { email: input.email } });
  const attempt = {
    email: input.email,
    address: caller.address,
    knownAddress: user ? await wasSeenAt(user.id, caller.address, database) : false,
  };
  const throttle = createSignInThrottle(database);
  await throttle.countAttempt(attempt);

  const matches = await verifyPassword(user?.passwordHash ?? null, input.password);
  if (!user || !matches || user.disabledAt) {
    // What was typed is not recorded: it may be a password in the wrong field.
    const subject = user?.email ?? null;
    await recordAudit(database, { kind: "sign-in-failed", author: null, address: caller.address, subject });
    throw new StudioError("auth.wrong-credentials");
  }
  await throttle.uncountAttempt(attempt);

  // Counted apart from passwords, of which the right one clears the count.
  const codeAttempt = { ...attempt, userId: user.id };
  if (input.code) await throttle.countCode(codeAttempt);
  const sessionId = await database
    .$transaction(async (transaction) => {
      const person = await lockPerson(user.id, transaction);
      // The password or the access may have changed while it was verified.
      if (person?.passwordHash !== user.passwordHash || person?.disabledAt)
        throw new StudioError("auth.wrong-credentials");
      const code = await takeCode(user.id, input.code, transaction);
      if (code === null) await checkPasskeyIsOptional(user.id, transaction);
      const credentialId = await startSession({ userId: user.id, ...caller }, transaction);
      const author = { userId: user.id, via: "session", credentialId } as const;
      const facts = code ? { facts: { code } } : {};
      await recordAudit(transaction, { kind: "sign-in", author, address: caller.address, ...facts });
      return credentialId;
    })
    .catch(async (error: unknown) => {
      if (error instanceof StudioError && error.code === "auth.wrong-code") {
        const entry = { author: null, address: caller.address, subject: user.email };
        await recordAudit(database, { kind: "second-factor-wrong", ...entry });
      }
      throw error;
    });
  if (input.code) await throttle.uncountCode(codeAttempt);
  return { userId: user.id, sessionId, name: user.name, email: user.email, role: parseRole(user.role) };
}
