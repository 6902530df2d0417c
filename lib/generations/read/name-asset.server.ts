import type { Prisma, Queryable } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import { findAsset } from "@/lib/media/find-asset.server";
import type { StoredAsset } from "@/lib/media/stored-asset";
import { describeGeneration } from "./describe-generation";
import { outputFactsSchema, recordSchema } from "../record/stored-facts";

/** The columns that naming an asset needs. */
export const namedAssetSelect = {
  id: true,
  fileName: true,
  mimeType: true,
  outputs: {
    select: {
      facts: true,
      generation: { select: { id: true, title: true, input: true, model: true, facts: true } },
    },
    orderBy: { id: "desc" },
    take: 1,
  },
} as const satisfies Prisma.AssetSelect;

type NamedAssetRow = Prisma.AssetGetPayload<{ select: typeof namedAssetSelect }>;

/** The readable name of a stored file. */
interface AssetName {
  /** Null for an upload without a name. */
  name: string | null;
  /** The newest generation with this result. */
  generationId?: string;
}

/** The name of a result comes from its generation, that of an upload is its file name. Pure. */
export function nameAsset({ fileName, outputs: [output] }: NamedAssetRow): AssetName {
  if (!output) return { name: fileName };
  const { id, title, input, model, facts } = output.generation;
  const { group } = outputFactsSchema.parse(output.facts ?? {});
  const described = {
    title,
    input: recordSchema.parse(input),
    facts: recordSchema.parse(facts ?? {}),
    model,
  };
  // The part of a group, for example subtitles.
  const name = [describeGeneration(described), group].filter((words) => words !== undefined).join(", ");
  return { name, generationId: id };
}

/** The name of the generation behind one of the person's files; undefined for uploads. */
export async function findResultTitle(
  database: Queryable,
  { userId, assetId }: { userId: string; assetId: string },
): Promise<string | undefined> {
  const asset = await database.asset.findFirst({ where: { id: assetId, userId }, select: namedAssetSelect });
  const { name = null, generationId } = asset ? nameAsset(asset) : {};
  return generationId === undefined ? undefined : (name ?? undefined);
}

/** The file that a request names as `assetId`. A new file made of it is named after its generation. */
export async function findNamedAsset(
  database: Queryable,
  { userId, assetId }: { userId: string; assetId: string },
): Promise<StoredAsset> {
  const asset = await findAsset(assetId, userId);
  if (!asset) throw new StudioError("asset.missing", { fields: [{ path: "assetId", key: "asset.missing" }] });
  const title = await findResultTitle(database, { userId, assetId });
  return title === undefined ? asset : { ...asset, fileName: title };
}
