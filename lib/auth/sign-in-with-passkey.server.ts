import type { PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/server";
import { recordAudit } from "@/lib/audit/record-audit.server";
import { type Database, type Prisma, getDatabase } from "@/lib/db/database.server";
import { getLogger } from "@/lib/errors/logger.server";
import { StudioError } from "@/lib/errors/studio-error";
import { lockPerson } from "./lock-person.server";
import { challengeSeconds, issueChallenge, takeChallenge } from "./passkey-challenges.server";
import type { PasskeyProof } from "./passkey-input";
import type { PasskeySite } from "./passkey-site.server";
import { startSession } from "./sessions.server";
import { createSignInThrottle } from "./sign-in-throttle.server";

interface Caller {
  address: string;
  userAgent: string | null;
}

/**
 * What the browser needs to ask for a passkey, of whoever it belongs to. Counts as an attempt, so that nobody fills the table of
 * challenges.
 *
 * @param cookie what only this browser has, and sends along with the proof
 * @throws StudioError auth.throttled
 */
export async function startPasskeySignIn(
  { site, cookie, address }: { site: PasskeySite; cookie: string; address: string },
  database: Database = getDatabase(),
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  await createSignInThrottle(database).countPasskey(address);
  const challenge = await issueChallenge({ cookie }, database);
  const { generateAuthenticationOptions } = await import("@simplewebauthn/server");
  return generateAuthenticationOptions({
    rpID: site.rpId,
    challenge: Buffer.from(challenge, "base64url"),
    timeout: challengeSeconds * 1000,
    userVerification: "required",
  });
}

/**
 * Signs in with a passkey, and starts a session. The device has verified its person, so that no password and no code is asked for.
 *
 * @throws StudioError auth.passkey-expired (also replayed, or of another browser), auth.passkey-unknown (also removed, or of
 * somebody without access), auth.passkey-failed (wrong signature, origin, ...), auth.passkey-copied, auth.throttled
 */
export async function signInWithPasskey(
  proof: PasskeyProof,
  { site, cookie, ...caller }: Caller & { site: PasskeySite; cookie: string },
  database: Database = getDatabase(),
): Promise<{ userId: string; sessionId: string }> {
  const throttle = createSignInThrottle(database);
  await throttle.countPasskey(caller.address);
  const passkey = await database.passkey.findUnique({
    where: { credentialId: proof.id },
    include: { user: { select: { email: true } } },
  });
  try {
    const challenge = await takeChallenge({ cookie }, database);
    if (!passkey) throw new StudioError("auth.passkey-unknown");
    const counter = await verify(proof, challenge, { passkey, site });
    const signedIn = await database.$transaction(async (transaction) => {
      const { id, userId, name } = passkey;
      const person = await lockPerson(userId, transaction);
      if (!person || person.disabledAt) throw new StudioError("auth.passkey-unknown");
      await countUse(id, counter, transaction);
      const sessionId = await startSession({ userId, ...caller, passkeyId: id }, transaction);
      await recordAudit(transaction, {
        kind: "sign-in",
        author: { userId, via: "session", credentialId: sessionId },
        address: caller.address,
        subject: name,
        facts: { by: "passkey" },
      });
      return { userId, sessionId };
    });
    await throttle.uncountPasskey(caller.address);
    return signedIn;
  } catch (error) {
    if (error instanceof StudioError)
      await recordAudit(database, {
        kind: "sign-in-failed",
        author: null,
        address: caller.address,
        subject: passkey?.user.email ?? null,
        facts: { by: "passkey", reason: error.code },
      });
    throw error;
  }
}

/** Returns how often the authenticator says that the passkey was used. */
async function verify(
  proof: PasskeyProof,
  challenge: string,
  { passkey, site }: { passkey: StoredPasskey; site: PasskeySite },
): Promise<number> {
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  try {
    if (Buffer.from(proof.response.userHandle, "base64url").toString() !== passkey.userId)
      throw new Error("The passkey belongs to somebody else.");
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: proof,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      // Its counter is compared when it is stored: another sign-in may be under way.
      credential: { id: passkey.credentialId, publicKey: passkey.publicKey, counter: 0 },
      requireUserVerification: true,
    });
    if (!verified) throw new Error("The signature is wrong.");
    return authenticationInfo.newCounter;
  } catch (error) {
    // The library throws an Error without a class for whatever is wrong with the response.
    getLogger().info({ err: error }, "A passkey was refused");
    throw new StudioError("auth.passkey-failed", { cause: error });
  }
}

interface StoredPasskey {
  userId: string;
  credentialId: string;
  publicKey: Uint8Array<ArrayBuffer>;
}

/** Stores the counter, which must have grown unless the authenticator doesn't count. */
async function countUse(id: string, counter: number, transaction: Prisma.TransactionClient): Promise<void> {
  const { count } = await transaction.passkey.updateMany({
    where: { id, OR: [{ counter: { lt: counter } }, ...(counter === 0 ? [{ counter: 0 }] : [])] },
    data: { counter, lastUsedAt: new Date() },
  });
  if (count > 0) return;
  const known = await transaction.passkey.count({ where: { id } });
  throw new StudioError(known > 0 ? "auth.passkey-copied" : "auth.passkey-unknown");
}
