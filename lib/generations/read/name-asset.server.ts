import type { Prisma, Queryable } from "@/lib/db/database.server";
import { describeGeneration } from "./describe-generation";
import { outputFactsSchema, recordSchema } from "../record/stored-facts";

/** What must be loaded of an asset to name it. */
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

/** What a person knows a stored file by. */
export interface AssetName {
  /** Null for an upload without a name. */
  name: string | null;
  /** The generation that made it, where it is a result: the newest one. */
  generationId?: string;
}

/** A result is called what its generation is called, an upload by its file name. Pure. */
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
  // Of several that belong together, the one it is.
  const name = [describeGeneration(described), group].filter((words) => words !== undefined).join(", ");
  return { name, generationId: id };
}

/** What the generation that made one of a person's files is called; undefined for a file that none made. */
export async function findResultTitle(
  database: Queryable,
  { userId, assetId }: { userId: string; assetId: string },
): Promise<string | undefined> {
  const asset = await database.asset.findFirst({ where: { id: assetId, userId }, select: namedAssetSelect });
  const { name = null, generationId } = asset ? nameAsset(asset) : {};
  return generationId === undefined ? undefined : (name ?? undefined);
}
