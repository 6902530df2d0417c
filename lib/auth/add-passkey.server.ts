import type { PublicKeyCredentialCreationOptionsJSON } from "@simplewebauthn/server";
import { recordAudit } from "@/lib/audit/record-audit.server";
import { type Database, getDatabase } from "@/lib/db/database.server";
import { Prisma } from "@/lib/db/generated/client";
import { getLogger } from "@/lib/errors/logger.server";
import { StudioError } from "@/lib/errors/studio-error";
import type { Actor } from "./actor";
import { lockActor } from "./lock-person.server";
import { challengeSeconds, issueChallenge, takeChallenge } from "./passkey-challenges.server";
import type { newPasskeySchema } from "./passkey-input";
import { findPasskeyMaker } from "./passkey-makers";
import type { PasskeySite } from "./passkey-site.server";
import { forgetCachedSessions } from "./sessions.server";
import type { z } from "zod";

/** How many passkeys a person may have. */
export const maxPasskeys = 20;

/** EdDSA, ES256, RS256: every authenticator has one of them. */
const algorithms = [-8, -7, -257];

/**
 * What the browser needs to make a passkey: one that asks its person for a fingerprint, a face or a PIN, and is found without
 * an email address. Call it with a fresh sign-in.
 *
 * @throws StudioError auth.passkeys-full
 */
export async function startAddingPasskey(
  actor: Actor,
  site: PasskeySite,
  database: Database = getDatabase(),
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const own = await database.passkey.findMany({
    where: { userId: actor.userId },
    select: { credentialId: true, rpId: true, transports: true },
  });
  if (own.length >= maxPasskeys) throw new StudioError("auth.passkeys-full");
  const challenge = await issueChallenge({ sessionId: actor.credentialId }, database);
  const { generateRegistrationOptions } = await import("@simplewebauthn/server");
  return generateRegistrationOptions({
    rpName: "Reverie",
    rpID: site.rpId,
    userID: Buffer.from(actor.userId),
    userName: actor.email,
    userDisplayName: actor.name,
    challenge: Buffer.from(challenge, "base64url"),
    timeout: challengeSeconds * 1000,
    attestationType: "none",
    excludeCredentials: own
      .filter(({ rpId }) => rpId === site.rpId)
      .map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    supportedAlgorithmIDs: algorithms,
  });
}

/**
 * Adds the passkey that the browser made, and returns its name. The session counts as one with a passkey from now on, since its
 * person has just used one.
 *
 * @throws StudioError auth.passkey-expired, auth.passkey-failed, auth.passkey-exists, auth.passkeys-full, auth.required
 */
export async function addPasskey(
  actor: Actor,
  response: z.output<typeof newPasskeySchema>,
  { site, address, defaultName }: { site: PasskeySite; address: string; defaultName: string },
  database: Database = getDatabase(),
): Promise<string> {
  const challenge = await takeChallenge({ sessionId: actor.credentialId }, database);
  const { credential, aaguid } = await verify(response, challenge, site);
  const name = findPasskeyMaker(aaguid) ?? defaultName;
  const { userId } = actor;
  await database
    .$transaction(async (transaction) => {
      await lockActor(actor, transaction);
      if ((await transaction.passkey.count({ where: { userId } })) >= maxPasskeys)
        throw new StudioError("auth.passkeys-full");
      const passkey = await transaction.passkey.create({
        data: {
          userId,
          credentialId: credential.id,
          publicKey: Uint8Array.from(credential.publicKey),
          counter: credential.counter,
          rpId: site.rpId,
          transports: response.response.transports ?? [],
          name,
        },
        select: { id: true },
      });
      await transaction.session.updateMany({
        where: { id: actor.credentialId, userId },
        data: { passkeyId: passkey.id },
      });
      await recordAudit(transaction, {
        kind: "passkey-added",
        author: actor,
        address,
        subject: name,
        facts: { host: site.rpId },
      });
    })
    .catch((error: unknown) => {
      if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2002")
        throw new StudioError("auth.passkey-exists", { cause: error });
      throw error;
    });
  forgetCachedSessions();
  return name;
}

async function verify(response: z.output<typeof newPasskeySchema>, challenge: string, site: PasskeySite) {
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    if (!verified) throw new Error("The attestation is wrong.");
    return registrationInfo;
  } catch (error) {
    // The library throws an Error without a class for whatever is wrong with the response.
    getLogger().info({ err: error }, "A new passkey was refused");
    throw new StudioError("auth.passkey-failed", { cause: error });
  }
}
