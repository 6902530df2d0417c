import { z } from "zod";
import { recordAudit } from "@/lib/audit/record-audit.server";
import { type Database, type Queryable, getDatabase } from "@/lib/db/database.server";
import { getEnv } from "@/lib/env/env.server";
import { StudioError } from "@/lib/errors/studio-error";
import { lockPerson } from "./lock-person.server";
import { forgetCachedSessions, startSession } from "./sessions.server";

/** What the identity provider says of a person, verified by signature, audience and nonce before it gets here. */
export interface IdentityClaims {
  iss?: unknown;
  sub?: unknown;
  email?: unknown;
  email_verified?: unknown;
}

const identitySchema = z.object({
  iss: z.string().transform((issuer) => issuer.replace(/\/+$/, "")),
  sub: z.string().min(1).max(255),
});
const emailSchema = z
  .string()
  .max(254)
  .transform((email) => email.trim().toLowerCase());
const verifiedEmailSchema = z.object({
  email: emailSchema,
  // Some providers send a word.
  email_verified: z.union([z.literal(true), z.literal("true")]),
});

/** Who signs in, and in which session, if there is one. */
export interface IdentityCaller {
  address: string;
  userAgent: string | null;
  current: { userId: string; sessionId: string } | null;
}

interface Identity {
  issuer: string;
  subject: string;
}

/**
 * Starts a session for whoever the identity provider says it is: the person whom this identity was linked with before, by
 * issuer and subject. The first time it is linked with the account that has the same email address, if the provider has
 * verified it and the account has no other identity there.
 *
 * Somebody may have created that account with an address that isn't theirs, and wait for its owner to come. So either an owner of the
 * studio named the address, or the person signs in with their password first and links it in that session.
 *
 * @param caller.current the session of this browser, which ends if it links the identity
 * @throws StudioError auth.oidc-failed, auth.oidc-unverified, auth.oidc-no-account, auth.oidc-other-identity,
 * auth.oidc-link-first, auth.oidc-other-email
 */
export async function signInWithIdentity(
  claims: IdentityClaims,
  { current, ...caller }: IdentityCaller,
  database: Database = getDatabase(),
): Promise<{ userId: string; sessionId: string }> {
  const { address } = caller;
  const parsed = identitySchema.safeParse(claims);
  if (!parsed.success || parsed.data.iss !== getEnv().STUDIO_OIDC_ISSUER)
    throw new StudioError("auth.oidc-failed");
  const identity = { issuer: parsed.data.iss, subject: parsed.data.sub };
  try {
    const signedIn = await database.$transaction(async (transaction) => {
      const { userId, isNew } = await findPerson(identity, { claims, current }, transaction);
      const sessionId = await startSession({ userId, ...caller, byProvider: true }, transaction);
      const author = { userId, via: "session", credentialId: sessionId } as const;
      if (isNew) {
        await transaction.identity.create({ data: { userId, ...identity } });
        await recordAudit(transaction, { kind: "identity-linked", author, address, facts: { ...identity } });
        // The cookie of the new session replaces its cookie.
        if (current)
          await transaction.session.updateMany({
            where: { id: current.sessionId, revokedAt: null },
            data: { revokedAt: new Date() },
          });
      }
      const email = emailSchema.safeParse(claims.email).data ?? null;
      await transaction.identity.update({ where: { issuer_subject: identity }, data: { email } });
      await recordAudit(transaction, { kind: "sign-in", author, address, facts: { by: "oidc" } });
      return { userId, sessionId };
    });
    forgetCachedSessions();
    return signedIn;
  } catch (error) {
    if (error instanceof StudioError)
      await recordAudit(database, {
        kind: "sign-in-failed",
        author: null,
        address,
        facts: { reason: error.code, ...identity },
      });
    throw error;
  }
}

/** The person of an identity, locked, and whether it is still to be linked with them. */
async function findPerson(
  identity: Identity,
  { claims, current }: { claims: IdentityClaims; current: IdentityCaller["current"] },
  transaction: Queryable,
): Promise<{ userId: string; isNew: boolean }> {
  const linked = await transaction.identity.findUnique({ where: { issuer_subject: identity } });
  const userId = linked?.userId ?? (await findPersonByEmail(claims, transaction));
  if (!userId) throw new StudioError(current ? "auth.oidc-other-email" : "auth.oidc-no-account");
  const person = await lockPerson(userId, transaction);
  if (!person || person.disabledAt) throw new StudioError("auth.oidc-no-account");
  if (linked) return { userId, isNew: false };
  // Read after the lock: a sign-in at the same moment may have linked it.
  const other = await transaction.identity.findFirst({ where: { userId, issuer: identity.issuer } });
  // The address may have passed on to somebody else at the provider.
  if (other && other.subject !== identity.subject) throw new StudioError("auth.oidc-other-identity");
  if (other) return { userId, isNew: false };
  if (current && current.userId !== userId) throw new StudioError("auth.oidc-other-email");
  if (!current && !person.linksByEmail) throw new StudioError("auth.oidc-link-first");
  return { userId, isNew: true };
}

async function findPersonByEmail(
  claims: IdentityClaims,
  transaction: Queryable,
): Promise<string | undefined> {
  const verified = verifiedEmailSchema.safeParse(claims);
  if (!verified.success) throw new StudioError("auth.oidc-unverified");
  const user = await transaction.user.findUnique({
    where: { email: verified.data.email },
    select: { id: true },
  });
  return user?.id;
}
