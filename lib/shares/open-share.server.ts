import { findClientNetwork } from "@/lib/auth/client-network.server";
import { getClientAddress } from "@/lib/auth/request-origin.server";
import { hashToken } from "@/lib/crypto/tokens.server";
import { type Database, Prisma } from "@/lib/db/database.server";
import { countRequest } from "@/lib/errors/request-limits.server";
import { StudioError } from "@/lib/errors/studio-error";
import { findSoundWords } from "@/lib/generations/read/find-sound-words.server";
import type { ItemDto } from "@/lib/items/item-dto";
import { itemColumns, type ItemRow, toItemDto } from "@/lib/items/read/item-row.server";
import { shareTokenPrefix } from "./shares.server";

/** A link as strangers see it. */
export interface OpenShare {
  userId: string;
  showPrompt: boolean;
  items: ItemDto[];
}

const tokenPattern = new RegExp(`^${shareTokenPrefix}[0-9A-Za-z]{43}$`);

/** @throws StudioError rate.throttled, where one network asks too often */
export async function limitStrangers(request: Request, kind: "sharedPages" | "sharedFiles"): Promise<void> {
  await countRequest(kind, findClientNetwork(getClientAddress(request.headers)));
}

/**
 * What a link shows now. Asked for each request, so that it ends at once.
 *
 * @throws StudioError not-found for an unknown token; share.ended for a link that has expired or was revoked, whose person
 * lost their access, or whose items are all gone or in the trash
 */
export async function openShare(database: Database, token: string): Promise<OpenShare> {
  if (!tokenPattern.test(token)) throw new StudioError("not-found");
  const share = await database.share.findUnique({
    where: { tokenHash: hashToken(token) },
    include: { user: { select: { disabledAt: true } } },
  });
  if (!share) throw new StudioError("not-found");
  const isOver = share.expiresAt !== null && share.expiresAt <= new Date();
  if (isOver || share.revokedAt || share.user.disabledAt) throw new StudioError("share.ended");
  const rows = await database.$queryRaw<ItemRow[]>(Prisma.sql`
    SELECT ${itemColumns} FROM "ShareItem" shared JOIN "Item" item ON item."id" = shared."itemId"
    WHERE shared."shareId" = ${share.id}::uuid AND item."deletedAt" IS NULL ORDER BY shared."position"`);
  if (rows.length === 0) throw new StudioError("share.ended");
  return { userId: share.userId, showPrompt: share.showPrompt, items: rows.map(toItemDto) };
}

/** The prompt of each item, if the link shows them; null for none. */
export async function findSharedPrompts(
  database: Database,
  { userId, showPrompt, items }: OpenShare,
): Promise<(string | null)[]> {
  if (!showPrompt) return items.map(() => null);
  const found = await Promise.all(items.map(({ assetId }) => findSoundWords(database, { userId, assetId })));
  return found.map((words) => words?.prompt || null);
}
