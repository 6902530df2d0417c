import { type AuditAuthor, recordAudit } from "@/lib/audit/record-audit.server";
import { lockPerson } from "@/lib/auth/lock-person.server";
import { createToken, hashToken } from "@/lib/crypto/tokens.server";
import type { Database, Prisma, Queryable } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import { itemDtoSchema } from "@/lib/items/item-dto";
import { type CreateShareInput, maxShares, type ShareDto } from "./share-dto";

export const shareTokenPrefix = "share_";
const dayMs = 86_400_000;

const withItems = {
  items: {
    where: { item: { deletedAt: null } },
    orderBy: { position: "asc" },
    select: { item: { select: { id: true, title: true, takeName: true, kind: true } } },
  },
} satisfies Prisma.ShareInclude;

/** Active links: neither revoked nor expired. */
function whereActive(userId: string) {
  return { userId, revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: new Date() } }] };
}

/**
 * Creates a link to items. The token is returned once; only its hash is stored.
 *
 * @throws StudioError not-found where an item isn't the person's or is in the trash, share.too-many, auth.required
 */
export async function createShare(
  database: Database,
  author: AuditAuthor,
  { itemIds, showPrompt, expiresInDays }: CreateShareInput,
): Promise<{ token: string; share: ShareDto }> {
  const token = createToken(shareTokenPrefix);
  const wanted = [...new Set(itemIds)];
  const { userId } = author;
  const row = await database.$transaction(async (transaction) => {
    const person = await lockPerson(userId, transaction);
    if (!person || person.disabledAt) throw new StudioError("auth.required");
    const found = await transaction.item.count({ where: { id: { in: wanted }, userId, deletedAt: null } });
    if (found < wanted.length) throw new StudioError("not-found");
    if ((await transaction.share.count({ where: whereActive(userId) })) >= maxShares)
      throw new StudioError("share.too-many");
    const share = await transaction.share.create({
      data: {
        userId,
        tokenHash: hashToken(token),
        showPrompt,
        expiresAt: expiresInDays === null ? null : new Date(Date.now() + expiresInDays * dayMs),
        items: { create: wanted.map((itemId, position) => ({ itemId, position })) },
      },
      include: withItems,
    });
    const facts = { items: wanted.length, showPrompt, days: expiresInDays };
    await recordAudit(transaction, { kind: "share-created", author, subject: share.id, facts });
    return share;
  });
  return { token, share: toShareDto(row) };
}

/** The active links of a person, newest first; all of them or those to one item. */
export async function listShares(
  database: Queryable,
  userId: string,
  { itemId }: { itemId?: string | undefined },
): Promise<ShareDto[]> {
  const rows = await database.share.findMany({
    where: { ...whereActive(userId), ...(itemId ? { items: { some: { itemId } } } : {}) },
    orderBy: { id: "desc" },
    include: withItems,
  });
  return rows.map(toShareDto);
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

/** Ends all links of a person, in the transaction that removes their access. */
export async function revokeAllShares(transaction: Prisma.TransactionClient, userId: string): Promise<void> {
  await transaction.share.updateMany({ where: { userId, revokedAt: null }, data: { revokedAt: new Date() } });
}

const { kind: kindSchema } = itemDtoSchema.shape;

function toShareDto(row: Prisma.ShareGetPayload<{ include: typeof withItems }>): ShareDto {
  return {
    id: row.id,
    items: row.items.map(({ item }) => ({
      id: item.id,
      name: item.title ?? item.takeName,
      kind: kindSchema.parse(item.kind),
    })),
    showPrompt: row.showPrompt,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
  };
}
