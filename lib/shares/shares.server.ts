import { randomUUIDv7 } from "node:crypto";
import { type AuditAuthor, recordAudit } from "@/lib/audit/record-audit.server";
import { lockPerson } from "@/lib/auth/lock-person.server";
import { hashToken } from "@/lib/crypto/tokens.server";
import type { Database, Prisma, Queryable } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import { itemDtoSchema } from "@/lib/items/item-dto";
import { requireProject } from "@/lib/projects/read/project-access.server";
import {
  type ChangeShareInput,
  type ListSharesQuery,
  maxShares,
  type NewShare,
  type ShareDto,
} from "./share-dto";
import { sharePath, shareToken } from "./share-token.server";

const dayMs = 86_400_000;

const withContents = {
  project: { select: { id: true, title: true } },
  items: {
    where: { item: { deletedAt: null } },
    orderBy: { position: "asc" },
    select: { item: { select: { id: true, title: true, takeName: true, kind: true } } },
  },
} satisfies Prisma.ShareInclude;

/** A link as its person sees it, with the path of its page if that can be shown. */
interface OwnShare {
  share: ShareDto;
  path: string | null;
}

/** Active links: neither revoked nor expired, and what they show has not been deleted for good. */
function whereActive(userId: string) {
  return {
    userId,
    revokedAt: null,
    AND: [
      { OR: [{ expiresAt: null }, { expiresAt: { gt: new Date() } }] },
      { OR: [{ projectId: { not: null } }, { items: { some: {} } }] },
    ],
  } satisfies Prisma.ShareWhereInput;
}

const endOf = (expiresInDays: number | null): Date | null =>
  expiresInDays === null ? null : new Date(Date.now() + expiresInDays * dayMs);

/**
 * Creates a link to items or to a project. Only the hash of its token is stored.
 *
 * @throws StudioError not-found where an item or the project isn't the person's, or an item is in the trash; project.role
 * for a member of the project; share.too-many; auth.required
 */
export async function createShare(
  database: Database,
  author: AuditAuthor,
  { itemIds, projectId, showPrompt, showNotes, showAdditions, expiresInDays }: NewShare,
): Promise<{ path: string; share: ShareDto }> {
  const id = randomUUIDv7();
  const token = shareToken(id);
  const wanted = [...new Set(itemIds)];
  const { userId } = author;
  const row = await database.$transaction(async (transaction) => {
    const person = await lockPerson(userId, transaction);
    if (!person || person.disabledAt) throw new StudioError("auth.required");
    const found = await transaction.item.count({ where: { id: { in: wanted }, userId, deletedAt: null } });
    if (found < wanted.length) throw new StudioError("not-found");
    if (projectId) await holdProject(transaction, { userId, id: projectId });
    if ((await transaction.share.count({ where: whereActive(userId) })) >= maxShares)
      throw new StudioError("share.too-many");
    await transaction.share.create({
      data: {
        id,
        userId,
        tokenHash: hashToken(token),
        showPrompt,
        expiresAt: endOf(expiresInDays),
        items: { create: wanted.map((itemId, position) => ({ itemId, position })) },
        ...(projectId ? { projectId, showNotes } : {}),
      },
    });
    // By the clock of the database, as the times at which items are added.
    if (projectId && !showAdditions)
      await transaction.$executeRaw`UPDATE "Share" SET "addedUntil" = now() WHERE "id" = ${id}::uuid`;
    const share = await transaction.share.findUniqueOrThrow({ where: { id }, include: withContents });
    const facts = {
      project: share.project?.title ?? null,
      items: wanted.length,
      showPrompt,
      days: expiresInDays,
    };
    await recordAudit(transaction, { kind: "share-created", author, subject: id, facts });
    return share;
  });
  return { path: `/s/${token}`, share: toShareDto(row) };
}

/** Keeps the project from being deleted until the transaction ends, if the person is its owner. */
async function holdProject(
  transaction: Prisma.TransactionClient,
  target: { userId: string; id: string },
): Promise<void> {
  await transaction.$executeRaw`SELECT FROM "Project" WHERE "id" = ${target.id}::uuid FOR KEY SHARE`;
  await requireProject(transaction, target, "owner");
}

/** A page of the active links of a person, newest first; all of them, or those to one item or project. */
export async function listShares(
  database: Queryable,
  userId: string,
  { itemId, projectId, cursor, limit }: ListSharesQuery,
): Promise<{ shares: OwnShare[]; nextCursor: string | null }> {
  const rows = await database.share.findMany({
    where: {
      ...whereActive(userId),
      ...(itemId ? { items: { some: { itemId } } } : {}),
      ...(projectId ? { projectId } : {}),
      ...(cursor ? { id: { lt: cursor } } : {}),
    },
    orderBy: { id: "desc" },
    include: withContents,
    take: limit + 1,
  });
  const page = rows.slice(0, limit);
  return {
    shares: page.map((row) => ({ share: toShareDto(row), path: sharePath(row) })),
    nextCursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
  };
}

/**
 * An active link of the person.
 *
 * @throws StudioError not-found
 */
export async function getShare(database: Queryable, userId: string, id: string): Promise<OwnShare> {
  const row = await database.share.findFirst({
    where: { ...whereActive(userId), id },
    include: withContents,
  });
  if (!row) throw new StudioError("not-found");
  return { share: toShareDto(row), path: sharePath(row) };
}

/**
 * Changes when an active link ends.
 *
 * @throws StudioError not-found, also for a link that has ended and for somebody else's
 */
export async function changeShare(
  database: Database,
  author: AuditAuthor,
  { id, expiresInDays }: ChangeShareInput & { id: string },
): Promise<ShareDto> {
  return database.$transaction(async (transaction) => {
    const { count } = await transaction.share.updateMany({
      where: { ...whereActive(author.userId), id },
      data: { expiresAt: endOf(expiresInDays) },
    });
    if (count === 0) throw new StudioError("not-found");
    const facts = { days: expiresInDays };
    await recordAudit(transaction, { kind: "share-changed", author, subject: id, facts });
    return (await getShare(transaction, author.userId, id)).share;
  });
}

/**
 * Ends a link. Safe to repeat.
 *
 * @throws StudioError not-found, also for somebody else's
 */
export async function revokeShare(database: Database, author: AuditAuthor, id: string): Promise<void> {
  await database.$transaction(async (transaction) => {
    const share = await transaction.share.findFirst({ where: { id, userId: author.userId } });
    if (!share) throw new StudioError("not-found");
    const { count } = await transaction.share.updateMany({
      where: { id, revokedAt: null },
      data: { revokedAt: new Date() },
    });
    if (count > 0) await recordAudit(transaction, { kind: "share-revoked", author, subject: id });
  });
}

/**
 * Ends all links of the person.
 *
 * @returns how many were active
 */
export async function revokeOwnShares(database: Database, author: AuditAuthor): Promise<number> {
  return database.$transaction(async (transaction) => {
    // A link that is being created counts before or after, never in between.
    await lockPerson(author.userId, transaction);
    const active = await transaction.share.count({ where: whereActive(author.userId) });
    await revokeAllShares(transaction, author.userId);
    if (active > 0)
      await recordAudit(transaction, { kind: "shares-revoked", author, facts: { links: active } });
    return active;
  });
}

/** Ends all links of a person, in the transaction that removes their access. */
export async function revokeAllShares(transaction: Prisma.TransactionClient, userId: string): Promise<void> {
  await transaction.share.updateMany({ where: { userId, revokedAt: null }, data: { revokedAt: new Date() } });
}

const { kind: kindSchema } = itemDtoSchema.shape;

function toShareDto(row: Prisma.ShareGetPayload<{ include: typeof withContents }>): ShareDto {
  return {
    id: row.id,
    project: row.project,
    items: row.items.map(({ item }) => ({
      id: item.id,
      name: item.title ?? item.takeName,
      kind: kindSchema.parse(item.kind),
    })),
    showPrompt: row.showPrompt,
    showNotes: row.showNotes,
    showAdditions: row.projectId !== null && row.addedUntil === null,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
  };
}
