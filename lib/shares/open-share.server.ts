import { findClientNetwork } from "@/lib/auth/client-network.server";
import { getClientAddress } from "@/lib/auth/request-origin.server";
import { hashToken } from "@/lib/crypto/tokens.server";
import { type Database, Prisma } from "@/lib/db/database.server";
import { countRequest } from "@/lib/errors/request-limits.server";
import { StudioError } from "@/lib/errors/studio-error";
import { findSoundWords } from "@/lib/generations/read/find-sound-words.server";
import type { ItemDto } from "@/lib/items/item-dto";
import { itemColumns, type ItemRow, toItemDto } from "@/lib/items/read/item-row.server";
import { shareTokenPattern } from "./share-token.server";

/** Few enough for a page that opens at once over a slow connection. */
const itemsPerPage = 16;

/** A link as strangers see it. */
export interface OpenShare {
  id: string;
  userId: string;
  showPrompt: boolean;
  /** Null for a link to items. */
  project: { id: string; title: string; notes: string; coverItemId: string | null } | null;
  /** Later additions to the project are left out. */
  addedUntil: Date | null;
}

/** A page of what a link shows now. */
export interface SharedItems {
  items: ItemDto[];
  total: number;
  /** From 1. */
  page: number;
  pages: number;
  /** How many items come before this page. */
  before: number;
}

/** @throws StudioError rate.throttled, where one network asks too often */
export async function limitStrangers(request: Request, kind: "sharedPages" | "sharedFiles"): Promise<void> {
  await countRequest(kind, findClientNetwork(getClientAddress(request.headers)));
}

/**
 * The link of a token. Asked for each request, so that it ends at once.
 *
 * @throws StudioError not-found for an unknown token; share.ended for a link that has expired or was revoked, whose person
 * lost their access, whose project was deleted, or whose items are all gone or in the trash
 */
export async function openShare(database: Database, token: string): Promise<OpenShare> {
  if (!shareTokenPattern.test(token)) throw new StudioError("not-found");
  const share = await database.share.findUnique({
    where: { tokenHash: hashToken(token) },
    include: {
      user: { select: { disabledAt: true } },
      project: { select: { id: true, title: true, notes: true, coverItemId: true } },
      _count: { select: { items: { where: { item: { deletedAt: null } } } } },
    },
  });
  if (!share) throw new StudioError("not-found");
  const { id, userId, showPrompt, showNotes, addedUntil, project } = share;
  const isOver = share.expiresAt !== null && share.expiresAt <= new Date();
  const isEmpty = !project && share._count.items === 0;
  if (isOver || isEmpty || share.revokedAt || share.user.disabledAt) throw new StudioError("share.ended");
  return {
    id,
    userId,
    showPrompt,
    addedUntil,
    project: project && { ...project, notes: showNotes ? project.notes : "" },
  };
}

/** What a link shows: its items, or those that the owner of its project has in the project. */
function shownItems({ id, userId, project, addedUntil }: OpenShare): Prisma.Sql {
  const [table, column, placed] = project
    ? [Prisma.raw(`"ProjectItem"`), Prisma.raw(`"projectId"`), project.id]
    : [Prisma.raw(`"ShareItem"`), Prisma.raw(`"shareId"`), id];
  return Prisma.sql`
    FROM ${table} placed JOIN "Item" item ON item."id" = placed."itemId"
    WHERE placed.${column} = ${placed}::uuid AND item."userId" = ${userId}::uuid AND item."deletedAt" IS NULL
      ${addedUntil ? Prisma.sql`AND placed."addedAt" <= ${addedUntil}` : Prisma.empty}`;
}

/**
 * A page of the items of a link, in its order; the last one for a number that is too high.
 *
 * @throws StudioError share.ended where the last item of a link to items has just gone
 */
export async function listSharedItems(
  database: Database,
  share: OpenShare,
  wanted: number,
): Promise<SharedItems> {
  const [counted] = await database.$queryRaw<[{ total: number }]>(
    Prisma.sql`SELECT count(*)::integer AS "total" ${shownItems(share)}`,
  );
  const { total } = counted;
  const pages = Math.max(1, Math.ceil(total / itemsPerPage));
  const page = Math.min(wanted, pages);
  const before = (page - 1) * itemsPerPage;
  const rows = await database.$queryRaw<ItemRow[]>(Prisma.sql`
    SELECT ${itemColumns} ${shownItems(share)}
    ORDER BY placed."position", placed."itemId" LIMIT ${itemsPerPage} OFFSET ${before}`);
  if (rows.length === 0 && !share.project) throw new StudioError("share.ended");
  return { items: rows.map(toItemDto), total, page, pages, before };
}

/** One item of a link; null for one that it doesn't show. */
export async function findSharedItem(
  database: Database,
  share: OpenShare,
  itemId: string,
): Promise<ItemDto | null> {
  const [row] = await database.$queryRaw<ItemRow[]>(
    Prisma.sql`SELECT ${itemColumns} ${shownItems(share)} AND item."id" = ${itemId}::uuid`,
  );
  return row ? toItemDto(row) : null;
}

/** The prompt of each item, if the link shows them; null for none. */
export async function findSharedPrompts(
  database: Database,
  { userId, showPrompt }: OpenShare,
  items: readonly ItemDto[],
): Promise<(string | null)[]> {
  if (!showPrompt) return items.map(() => null);
  const found = await Promise.all(items.map(({ assetId }) => findSoundWords(database, { userId, assetId })));
  return found.map((words) => words?.prompt || null);
}
