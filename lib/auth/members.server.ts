import { recordAudit } from "@/lib/audit/record-audit.server";
import { type Database, type Queryable, getDatabase } from "@/lib/db/database.server";
import { Prisma } from "@/lib/db/generated/client";
import { StudioError } from "@/lib/errors/studio-error";
import type { ChangeNameInput, QuotasInput } from "./account-input";
import { type Actor, type Role, parseRole } from "./actor";
import { revokeApiTokens } from "./api-tokens.server";
import { nobodyId } from "./nobody.server";
import { endSessions, forgetCachedSessions } from "./sessions.server";

/** An account as owners see it. */
interface MemberSummary {
  id: string;
  name: string;
  email: string;
  role: Role;
  createdAt: Date;
  lastSeenAt: Date | null;
  disabledAt: Date | null;
  /** When its removal was requested, which is in progress. */
  removedAt: Date | null;
  /** Since when their sign-in needs a second factor; null if it doesn't. */
  secondFactorAt: Date | null;
  /** How many passkeys they have. */
  passkeys: number;
  quotas: QuotasInput;
}

const quotaColumns = { diskQuotaBytes: true, queueQuota: true } as const;

function toQuotas(row: { diskQuotaBytes: bigint | null; queueQuota: number | null }): QuotasInput {
  const { diskQuotaBytes, queueQuota } = row;
  return { diskBytes: diskQuotaBytes === null ? null : Number(diskQuotaBytes), queueLength: queueQuota };
}

/** All accounts, oldest first. */
export async function listMembers(database: Queryable = getDatabase()): Promise<MemberSummary[]> {
  const users = await database.user.findMany({
    where: { id: { not: nobodyId } },
    orderBy: { id: "asc" },
    select: {
      id: true,
      name: true,
      email: true,
      role: true,
      createdAt: true,
      disabledAt: true,
      removedAt: true,
      ...quotaColumns,
      sessions: { orderBy: { lastSeenAt: "desc" }, take: 1, select: { lastSeenAt: true } },
      secondFactor: { select: { enabledAt: true } },
      _count: { select: { passkeys: true } },
    },
  });
  return users.map(({ sessions, secondFactor, diskQuotaBytes, queueQuota, _count, ...user }) => ({
    ...user,
    passkeys: _count.passkeys,
    secondFactorAt: secondFactor?.enabledAt ?? null,
    quotas: toQuotas({ diskQuotaBytes, queueQuota }),
    role: parseRole(user.role),
    lastSeenAt: sessions[0]?.lastSeenAt ?? null,
  }));
}

/**
 * Removes a person's access (their sessions, tokens and open invitations end) or restores it. Their results are kept.
 * Nobody can do it to themselves, so there is always an owner. server/change-member-access.server.ts also stops their work.
 *
 * @param options.stopWork called in the transaction that removes the access
 * @throws StudioError auth.own-access, not-found
 */
export async function setMemberAccess(
  owner: Actor,
  memberId: string,
  allowed: boolean,
  {
    database = getDatabase(),
    stopWork,
  }: { database?: Database; stopWork?: (transaction: Prisma.TransactionClient) => Promise<void> } = {},
): Promise<void> {
  if (owner.userId === memberId) throw new StudioError("auth.own-access");
  await database.$transaction(async (transaction) => {
    // Serialised: of two owners who remove each other's access at once, the second fails.
    await lockMembers(transaction);
    const acting = await transaction.user.findUnique({ where: { id: owner.userId } });
    if (!acting || acting.disabledAt) throw new StudioError("auth.required");
    const [member] = await transaction.user.updateManyAndReturn({
      where: { id: memberId, removedAt: null },
      data: { disabledAt: allowed ? null : new Date() },
      select: { email: true },
    });
    if (!member) throw new StudioError("not-found");
    const kind = allowed ? "access-restored" : "access-removed";
    await recordAudit(transaction, { kind, author: owner, subject: member.email });
    if (allowed) return;
    await endAccess(memberId, transaction);
    await stopWork?.(transaction);
  });
  forgetCachedSessions();
}

/** Waits for other changes of who is an owner, until the transaction ends. */
export async function lockMembers(transaction: Prisma.TransactionClient): Promise<void> {
  await transaction.$queryRaw`SELECT pg_advisory_xact_lock(hashtext('reverie.members'))::text`;
}

/** Ends a person's sessions, tokens and open invitations. */
export async function endAccess(userId: string, transaction: Prisma.TransactionClient): Promise<void> {
  await endSessions(userId, {}, transaction);
  await revokeApiTokens(userId, transaction);
  await transaction.invitation.updateMany({
    where: { createdById: userId, acceptedAt: null, revokedAt: null },
    data: { revokedAt: new Date() },
  });
}

/**
 * Whether a person has access at this moment. Asked right before a request that may be billed leaves, since they may have
 * lost it while it waited.
 */
export async function hasAccess(userId: string, database: Queryable): Promise<boolean> {
  return (await database.user.count({ where: { id: userId, disabledAt: null } })) > 0;
}

/** A person's quotas, null for none. */
export async function findQuotas(userId: string, database: Queryable = getDatabase()): Promise<QuotasInput> {
  return toQuotas(await database.user.findUniqueOrThrow({ where: { id: userId }, select: quotaColumns }));
}

/** Sets a person's quotas. Throws StudioError not-found. */
export async function setQuotas(
  owner: Actor,
  memberId: string,
  { diskBytes, queueLength }: QuotasInput,
  database: Database = getDatabase(),
): Promise<void> {
  await database.$transaction(async (transaction) => {
    const [member] = await transaction.user.updateManyAndReturn({
      where: { id: memberId },
      data: { diskQuotaBytes: diskBytes === null ? null : BigInt(diskBytes), queueQuota: queueLength },
      select: { email: true },
    });
    if (!member) throw new StudioError("not-found");
    const facts = { diskBytes, queueLength };
    await recordAudit(transaction, { kind: "quotas-changed", author: owner, subject: member.email, facts });
  });
}

/** Changes a person's name. */
export async function changeName(
  userId: string,
  input: ChangeNameInput,
  database: Queryable = getDatabase(),
): Promise<void> {
  await database.user.update({ where: { id: userId }, data: { name: input.name } });
  forgetCachedSessions();
}

/**
 * Creates an account; throws `auth.email-taken`.
 *
 * @param user.linksByEmail whether an owner named the address, so that it isn't just what somebody typed
 */
export async function createUser(
  user: { name: string; email: string; role: Role; passwordHash: string; linksByEmail: boolean },
  database: Queryable,
): Promise<string> {
  try {
    const { id } = await database.user.create({ data: user, select: { id: true } });
    return id;
  } catch (error) {
    if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2002")
      throw new StudioError("auth.email-taken", { cause: error });
    throw error;
  }
}
