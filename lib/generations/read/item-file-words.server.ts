import type { Database } from "@/lib/db/database.server";
import { describeForFiles } from "@/lib/items/archive/describe-for-files";
import { withoutSecrets } from "@/lib/items/archive/without-secrets";
import type { ItemDto } from "@/lib/items/item-dto";
import type { StoredAsset } from "@/lib/media/stored-asset";
import { findSoundWords } from "./find-sound-words.server";

/** What the downloaded file of an item says about itself. */
export interface ItemFileWords {
  title: string;
  prompt: string | null;
  lyrics: string | null;
  /** As `manifest.json` of an archive describes an item. */
  facts: ReturnType<typeof describeForFiles>;
}

export async function findItemFileWords(
  database: Database,
  item: ItemDto,
  asset: StoredAsset,
): Promise<ItemFileWords> {
  const { id, userId } = asset;
  const [{ input }, found] = await Promise.all([
    database.generation.findUniqueOrThrow({ where: { id: item.generationId }, select: { input: true } }),
    findSoundWords(database, { userId, assetId: id }),
  ]);
  const facts = describeForFiles({ ...item, sha256: asset.sha256 }, withoutSecrets(input));
  return { title: item.name, prompt: found?.prompt || null, lyrics: readLyrics(input), facts };
}

function readLyrics(input: unknown): string | null {
  if (typeof input !== "object" || input === null || !("lyrics" in input)) return null;
  return typeof input.lyrics === "string" && input.lyrics.trim() !== "" ? input.lyrics : null;
}
