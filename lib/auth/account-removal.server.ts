import { recordAudit, type AuditAuthor } from "@/lib/audit/record-audit.server";
import type { Database, Prisma } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import { endAccess, lockMembers } from "./members.server";
import { nobodyId } from "./nobody.server";
import { forgetCachedSessions } from "./sessions.server";

interface RemovalRequest {
  /** The person, or an owner. */
  author: AuditAuthor;
  userId: string;
  /** Whether the owner takes over what the person has; otherwise it is deleted. */
  takeOver: boolean;
}

/**
 * Ends a person's access for good and notes that their account is to be removed, which a worker does.
 *
 * @param options.stopWork called in the same transaction
 * @throws StudioError not-found, auth.last-owner; auth.required for an owner who has lost their access meanwhile
 */
export async function requestAccountRemoval(
  database: Database,
  { author, userId, takeOver }: RemovalRequest,
  { stopWork }: { stopWork: (transaction: Prisma.TransactionClient) => Promise<void> },
): Promise<void> {
  await database.$transaction(async (transaction) => {
    await lockMembers(transaction);
    const acting = await transaction.user.findUnique({ where: { id: author.userId } });
    if (!acting || acting.disabledAt) throw new StudioError("auth.required");
    const person = await transaction.user.findUnique({ where: { id: userId } });
    if (!person || person.removedAt || userId === nobodyId) throw new StudioError("not-found");
    const where = { role: "owner", disabledAt: null, id: { not: userId } };
    if (person.role === "owner" && (await transaction.user.count({ where })) === 0) {
      throw new StudioError("auth.last-owner");
    }
    const now = new Date();
    await transaction.user.update({
      where: { id: userId },
      data: { removedAt: now, disabledAt: now, passwordHash: null, heirId: takeOver ? author.userId : null },
    });
    await recordAudit(transaction, {
      kind: "account-removal-requested",
      author,
      subject: person.email,
      facts: { takeOver },
    });
    await transaction.passkey.deleteMany({ where: { userId } });
    await transaction.identity.deleteMany({ where: { userId } });
    await endAccess(userId, transaction);
    await stopWork(transaction);
  });
  forgetCachedSessions();
}

/** The accounts to be removed, in the order of their requests. */
export async function listRemovals(database: Database): Promise<{ userId: string; takeOver: boolean }[]> {
  const people = await database.user.findMany({
    where: { removedAt: { not: null } },
    orderBy: { removedAt: "asc" },
    select: { id: true, heirId: true },
  });
  return people.map(({ id, heirId }) => ({ userId: id, takeOver: heirId !== null }));
}

/** Who takes a person's things over: the owner who removed them, or the oldest one if that one has left, too. */
export async function findHeir(database: Database, userId: string): Promise<string> {
  const { heirId } = await database.user.findUniqueOrThrow({ where: { id: userId } });
  const owners = await database.user.findMany({
    where: { role: "owner", disabledAt: null, id: { not: userId } },
    orderBy: { id: "asc" },
    select: { id: true },
  });
  const heir = owners.find(({ id }) => id === heirId) ?? owners[0];
  if (!heir) throw new Error("A studio has no owner");
  return heir.id;
}

/**
 * Deletes the row of a person who has nothing left. Whatever else belongs to them goes with it: sessions, tokens,
 * connection, preferences, drafts, analyses, projects. Invitations may name their address.
 */
export async function deleteAccount(transaction: Prisma.TransactionClient, userId: string): Promise<void> {
  const { email } = await transaction.user.findUniqueOrThrow({ where: { id: userId } });
  await transaction.invitation.deleteMany({ where: { OR: [{ acceptedById: userId }, { email }] } });
  await transaction.user.delete({ where: { id: userId } });
  await recordAudit(transaction, { kind: "account-removed", author: null, subject: userId });
}
