import { z } from "zod";
import { getDatabase, type Queryable } from "@/lib/db/database.server";
import type { StoredAsset } from "./stored-asset";
import { toStoredAsset } from "./stored-asset-row.server";

const assetIdSchema = z.uuid();

/** An asset of this person, or null: another person's and none at all look the same. */
export async function findAsset(
  assetId: string,
  userId: string,
  database: Queryable = getDatabase(),
): Promise<StoredAsset | null> {
  if (!assetIdSchema.safeParse(assetId).success) return null;
  const row = await database.asset.findFirst({ where: { id: assetId, userId } });
  return row && toStoredAsset(row);
}
