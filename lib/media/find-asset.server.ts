import { z } from "zod";
import { getDatabase, type Queryable } from "@/lib/db/database.server";
import type { Asset } from "@/lib/db/generated/client";
import { videoMeasuresSchema } from "./asset-dto";
import { rawAudioSchema } from "./raw-audio-schema";
import { type StoredAsset, assetKinds, type AssetKind, type AssetOrigin } from "./stored-asset";

const assetIdSchema = z.uuid();

/** This person's asset, or null: someone else's asset and a missing one look the same. */
export async function findAsset(
  assetId: string,
  userId: string,
  database: Queryable = getDatabase(),
): Promise<StoredAsset | null> {
  if (!assetIdSchema.safeParse(assetId).success) return null;
  const row = await database.asset.findFirst({ where: { id: assetId, userId } });
  return row && toStoredAsset(row);
}

/**
 * An asset that the person may see: their own, or that of an item in a project of which they are the owner or a member,
 * unless the item is in the trash. Null otherwise. Only for showing and downloading: what a person uses as input is theirs.
 */
export async function findVisibleAsset(
  assetId: string,
  userId: string,
  database: Queryable = getDatabase(),
): Promise<StoredAsset | null> {
  const own = await findAsset(assetId, userId, database);
  if (own || !assetIdSchema.safeParse(assetId).success) return own;
  const [shared] = await database.$queryRaw<{ userId: string }[]>`
    SELECT item."userId" FROM "Item" item
    JOIN "ProjectItem" placed ON placed."itemId" = item."id"
    JOIN "Project" project ON project."id" = placed."projectId"
    WHERE item."assetId" = ${assetId}::uuid AND item."deletedAt" IS NULL AND (
      project."userId" = ${userId}::uuid OR EXISTS (
        SELECT FROM "ProjectMember" member
        WHERE member."projectId" = project."id" AND member."userId" = ${userId}::uuid
      )
    )
    LIMIT 1`;
  return shared ? findAsset(assetId, shared.userId, database) : null;
}

/** The JSON column `Asset.facts`. */
export const assetFactsSchema = z.object({
  rawAudio: rawAudioSchema.optional(),
  sound: z.object({ sampleRateHz: z.number(), channels: z.number() }).optional(),
  video: videoMeasuresSchema.optional(),
});

/** Converts a row. Throws where this code can't have written the row. */
export function toStoredAsset(row: Asset): StoredAsset {
  return {
    id: row.id,
    userId: row.userId,
    sha256: row.sha256,
    bytes: Number(row.bytes),
    mimeType: row.mimeType,
    kind: readKind(row.kind),
    origin: readOrigin(row.origin),
    fileName: row.fileName ?? undefined,
    width: row.width ?? undefined,
    height: row.height ?? undefined,
    durationSeconds: row.durationSeconds ?? undefined,
    ...assetFactsSchema.parse(row.facts ?? {}),
    createdAt: row.createdAt,
  };
}

function readKind(value: string): AssetKind {
  const kind = assetKinds.find((known) => known === value);
  if (!kind) throw new Error(`An asset row has the unknown kind ${value}`);
  return kind;
}

function readOrigin(value: string): AssetOrigin {
  if (value === "output" || value === "upload") return value;
  throw new Error(`An asset row has the unknown origin ${value}`);
}
