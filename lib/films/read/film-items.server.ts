import type { OpenFilm } from "../film-dto";
import type { ItemKind } from "@/lib/items/item-names";
import type { Reader } from "./film-access.server";

/** A source of a film, with its file. */
export interface FilmSource {
  id: string;
  assetId: string;
  kind: ItemKind;
  name: string;
  mimeType: string;
  sha256: string;
  bytes: number;
  fileName: string | null;
  durationSeconds: number | null;
  width: number | null;
  height: number | null;
  /** Whether it comes from the sandbox. */
  sandbox: boolean;
  isOwn: boolean;
  isTrashed: boolean;
}

/**
 * Those of these items that a person sees in a film: their own, also in the trash, and those of other people that are in the
 * film's project and not in the trash.
 */
export async function listFilmSources(
  database: Reader,
  { userId, projectId, itemIds }: { userId: string; projectId: string | null; itemIds: readonly string[] },
): Promise<FilmSource[]> {
  if (itemIds.length === 0) return [];
  const rows = await database.$queryRaw<(Omit<FilmSource, "bytes"> & { bytes: bigint })[]>`
    SELECT item."id", item."assetId", item."kind", coalesce(item."title", item."takeName") AS "name", item."mimeType",
      asset."sha256", asset."bytes", asset."fileName", item."durationSeconds", item."width", item."height", item."sandbox",
      item."userId" = ${userId}::uuid AS "isOwn", item."deletedAt" IS NOT NULL AS "isTrashed"
    FROM "Item" item JOIN "Asset" asset ON asset."id" = item."assetId"
    WHERE item."id" = ANY (${itemIds}::uuid[]) AND (
      item."userId" = ${userId}::uuid OR (
        item."deletedAt" IS NULL AND EXISTS (
          SELECT FROM "ProjectItem" placed
          WHERE placed."itemId" = item."id" AND placed."projectId" = ${projectId}::uuid
        )
      )
    )`;
  return rows.map((row) => ({ ...row, bytes: Number(row.bytes) }));
}

/** The items of a document as whoever opens it gets them, and those that aren't there for them. */
export function describeSources(
  itemIds: readonly string[],
  sources: readonly FilmSource[],
): Pick<OpenFilm, "items" | "missing"> {
  const byId = new Map(sources.map((source) => [source.id, source]));
  const items: OpenFilm["items"] = [];
  const missing: OpenFilm["missing"] = [];
  for (const itemId of itemIds) {
    const source = byId.get(itemId);
    if (!source || source.isTrashed) {
      missing.push({ itemId, why: source ? "trash" : "gone" });
      continue;
    }
    const { id, assetId, kind, name, mimeType, durationSeconds, width, height } = source;
    items.push({
      id,
      assetId,
      kind,
      name,
      mimeType,
      ...(durationSeconds === null ? {} : { durationSeconds }),
      ...(width === null ? {} : { width }),
      ...(height === null ? {} : { height }),
    });
  }
  return { items, missing };
}
