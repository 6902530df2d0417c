import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import type { Database } from "@/lib/db/database.server";
import { storeItem } from "@/lib/items/change/store-item.server";
import type { ItemKind } from "@/lib/items/item-names";
import { storeAsset } from "@/lib/media/store-asset.server";

/** Stores a file as an item of a person, as a generation does; resolves to the item's ID. */
export async function addSource(
  database: Database,
  { userId, kind, file, name }: { userId: string; kind: ItemKind; file: string; name: string },
): Promise<string> {
  const itemId = randomUUID();
  const input = { userId, origin: "output" as const, maxBytes: 1e9, expectedKind: kind };
  await storeAsset(
    {
      ...input,
      source: createReadStream(file),
      async record(transaction, keepRow) {
        const asset = await keepRow();
        const { id: generationId } = await transaction.generation.create({
          data: {
            ...{ userId, generator: kind, model: "any", state: "succeeded", title: name, input: {} },
            ...{ idempotencyKey: randomUUID(), inputHash: "", sandbox: true },
            connection: { profileId: "sandbox", baseUrl: "", scope: "", trusted: false },
            counts: { expected: 1, blocked: 0, role: kind },
            outputs: {
              create: {
                id: itemId,
                index: 0,
                role: kind,
                state: "stored",
                assetId: asset.id,
                expectedKind: kind,
              },
            },
          },
        });
        await storeItem(transaction, { generationId, role: kind, index: 0 }, { name, searchText: name });
      },
    },
    { database },
  );
  return itemId;
}
