import { recordAudit } from "@/lib/audit/record-audit.server";
import { type Database, type Queryable, getDatabase } from "@/lib/db/database.server";
import { getEnv } from "@/lib/env/env.server";
import { StudioError } from "@/lib/errors/studio-error";
import type { Actor } from "./actor";
import { lockActor } from "./lock-person.server";
import { forgetCachedSessions } from "./sessions.server";

/** A linked account of an identity provider as its person sees it. */
export interface IdentitySummary {
  id: string;
  /** The provider's name, or its host where the studio uses another provider now. */
  provider: string;
  /** Whether it signs in: the provider is the one of the settings. */
  isCurrent: boolean;
  /** As the provider last told it; null if it has told none since it was linked. */
  email: string | null;
  createdAt: Date;
}

/** A person's linked identities, oldest first. */
export async function listIdentities(
  userId: string,
  database: Queryable = getDatabase(),
): Promise<IdentitySummary[]> {
  const { STUDIO_OIDC_ISSUER, STUDIO_OIDC_NAME } = getEnv();
  const identities = await database.identity.findMany({
    where: { userId },
    orderBy: { id: "asc" },
    select: { id: true, issuer: true, email: true, createdAt: true },
  });
  return identities.map(({ issuer, ...identity }) => {
    const isCurrent = issuer === STUDIO_OIDC_ISSUER;
    return { ...identity, isCurrent, provider: isCurrent ? STUDIO_OIDC_NAME : new URL(issuer).host };
  });
}

/**
 * Unlinks an identity and ends the other sessions that began at the provider. It isn't linked again by its email address, only by its
 * person. Call it with a fresh sign-in.
 *
 * @throws StudioError not-found, auth.last-way-in (neither a password nor a passkey is left), auth.required
 */
export async function unlinkIdentity(
  actor: Actor,
  id: string,
  address: string,
  database: Database = getDatabase(),
): Promise<void> {
  const { userId } = actor;
  await database.$transaction(async (transaction) => {
    await lockActor(actor, transaction);
    const identity = await transaction.identity.findFirst({
      where: { id, userId },
      select: { issuer: true, subject: true },
    });
    if (!identity) throw new StudioError("not-found");
    const { passwordHash, _count } = await transaction.user.findUniqueOrThrow({
      where: { id: userId },
      select: { passwordHash: true, _count: { select: { passkeys: true } } },
    });
    if (passwordHash === null && _count.passkeys === 0) throw new StudioError("auth.last-way-in");
    await transaction.identity.delete({ where: { id } });
    await transaction.user.update({ where: { id: userId }, data: { linksByEmail: false } });
    const { count } = await transaction.session.updateMany({
      where: { userId, byProvider: true, revokedAt: null, id: { not: actor.credentialId } },
      data: { revokedAt: new Date() },
    });
    await recordAudit(transaction, {
      kind: "identity-unlinked",
      author: actor,
      address,
      facts: { ...identity, sessions: count },
    });
  });
  forgetCachedSessions();
}
