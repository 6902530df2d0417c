import { namedAssetSelect } from "./name-asset.server";
import { recordSchema } from "../record/stored-facts";
import type { Queryable } from "@/lib/db/database.server";

/** The words that one of a person's songs was composed with; undefined for a file that is none, or that had no words. */
export async function findSongLyrics(
  database: Queryable,
  { userId, assetId }: { userId: string; assetId: string },
): Promise<string | undefined> {
  const asset = await database.asset.findFirst({ where: { id: assetId, userId }, select: namedAssetSelect });
  const [output] = asset?.outputs ?? [];
  if (!output) return undefined;
  const { lyrics, is_instrumental: isInstrumental } = recordSchema.parse(output.generation.input);
  return typeof lyrics === "string" && lyrics.trim() !== "" && isInstrumental !== true ? lyrics : undefined;
}
