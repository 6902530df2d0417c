import type { Database, Prisma } from "@/lib/db/database.server";
import type { BlobStore } from "@/lib/media/store/blob-store.server";
import { addImportedPreset } from "@/lib/presets/presets.server";
import { type AssetMap, writeAssets } from "./import-assets.server";
import { mapInput } from "./import-generation.server";
import type { Archive } from "./open-archive.server";
import { readNewRows } from "./read-new-rows.server";

interface Target {
  archive: Archive;
  database: Database;
  store: BlobStore;
  userId: string;
}

/** Adds presets that the account doesn't have, also by name, until it has as many as it may, with the files they use. */
export async function importPresets(target: Target, assets: AssetMap): Promise<void> {
  const { database, userId } = target;
  for await (const { assetIds, input, ...preset } of readNewRows(target, "presets")) {
    const kept = assetIds.filter((assetId) => !assets.isLost(assetId));
    const files = await assets.storeNew(kept, target);
    await writeAssets(database, userId, files);
    await assets.settle(files, database);
    await addImportedPreset(
      database,
      { ...preset, userId, input: mapInput(input, assets) as Prisma.InputJsonObject },
      kept.map((assetId) => assets.idOf(assetId)),
    );
  }
}
