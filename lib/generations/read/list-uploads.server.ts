import { z } from "zod";
import { Prisma, type Queryable } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import { toUploadDto } from "@/lib/media/asset-dto";
import { toStoredAsset } from "@/lib/media/find-asset.server";
import { findUsingPresets } from "@/lib/presets/presets.server";
import {
  type ListedUpload,
  type ListUploadsQuery,
  maxNamedUses,
  type UploadPage,
  type UploadSort,
} from "./uploads-dto";

/** A page of a person's uploads, with the generations that use them. Continues where the last upload of a page was. */
export async function listUploads(
  database: Queryable,
  userId: string,
  { sort, limit, cursor }: ListUploadsQuery,
): Promise<UploadPage> {
  const after = cursor === undefined ? null : readCursor(sort, cursor);
  const behind = after && {
    newest: { id: { lt: after.id } },
    largest: { OR: [{ bytes: { lt: after.bytes } }, { bytes: after.bytes, id: { lt: after.id } }] },
  };
  const rows = await database.asset.findMany({
    where: { userId, origin: "upload", deletedAt: null, ...behind?.[sort] },
    orderBy: sort === "newest" ? { id: "desc" } : [{ bytes: "desc" }, { id: "desc" }],
    take: limit + 1,
  });
  const shown = rows.slice(0, limit);
  const uses = await findUses(
    database,
    shown.map(({ id }) => id),
  );
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    uploads: shown.map((row) => ({
      ...toUploadDto(toStoredAsset(row)),
      createdAt: row.createdAt.toISOString(),
      ...(uses.get(row.id) ?? noUses),
    })),
    nextCursor: last ? `${sort}.${last.bytes}.${last.id}` : null,
  };
}

const cursorSchema = z.tuple([z.string(), z.string().regex(/^\d{1,15}$/), z.uuid()]);

function readCursor(sort: UploadSort, cursor: string): { bytes: bigint; id: string } {
  const parsed = cursorSchema.safeParse(cursor.split("."));
  if (!parsed.success || parsed.data[0] !== sort) {
    throw new StudioError("input.invalid", { fields: [{ path: "cursor", key: "cursor" }] });
  }
  return { bytes: BigInt(parsed.data[1]), id: parsed.data[2] };
}

type Uses = Pick<ListedUpload, "useCount" | "uses" | "presetCount" | "presets">;

export const noUses: Uses = { useCount: 0, uses: [], presetCount: 0, presets: [] };

/** The generations and presets that use files, by the IDs of these, without files that none uses. */
export async function findUses(
  database: Queryable,
  assetIds: readonly string[],
): Promise<ReadonlyMap<string, Uses>> {
  const rows = await database.$queryRaw<
    { assetId: string; useCount: number; generationId: string; generator: string; name: string }[]
  >`
    SELECT wanted."assetId", used."useCount", used."generationId", take."generator",
      ${nameOfTake} AS "name"
    FROM unnest(${assetIds}::uuid[]) AS wanted("assetId")
    CROSS JOIN LATERAL (
      SELECT "generationId", (count(*) OVER ())::integer AS "useCount"
      FROM (SELECT DISTINCT "generationId" FROM "GenerationAsset" WHERE "assetId" = wanted."assetId") each
      ORDER BY "generationId" DESC LIMIT ${maxNamedUses}
    ) used
    JOIN "Generation" take ON take."id" = used."generationId"
    ORDER BY 1, 3 DESC`;
  const uses = new Map<string, Uses>();
  for (const { assetId, useCount, ...use } of rows) {
    uses.set(assetId, { ...noUses, useCount, uses: [...(uses.get(assetId)?.uses ?? []), use] });
  }
  for (const [assetId, presets] of await findUsingPresets(database, assetIds)) {
    uses.set(assetId, {
      ...(uses.get(assetId) ?? noUses),
      presetCount: presets.length,
      presets: presets.slice(0, maxNamedUses),
    });
  }
  return uses;
}

const nameOfTake = Prisma.sql`coalesce(take."title", (
  SELECT left(coalesce(item."title", item."takeName"), 120) FROM "Item" item
  WHERE item."generationId" = take."id" ORDER BY item."id" LIMIT 1
), nullif(left(split_part(take."searchText", chr(10), 1), 120), ''), take."model")`;
