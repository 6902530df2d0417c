import { namedAssetSelect } from "./name-asset.server";
import { recordSchema } from "../record/stored-facts";
import type { Queryable } from "@/lib/db/database.server";

/** The lyrics that one of the person's songs was generated with; undefined for other files and instrumentals. */
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
