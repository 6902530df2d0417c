import { randomUUID } from "node:crypto";
import type { Database } from "@/lib/db/database.server";
import type { Prisma } from "@/lib/db/generated/client";
import { storeAsset } from "@/lib/media/store-asset.server";
import { inChunks } from "@/lib/media/testing/sample-media";
import { storeItem } from "../change/store-item.server";

/** Stores a finished result of a person: file, generation, output and item. */
export async function storeTestItem(
  database: Database,
  {
    userId,
    bytes,
    name,
    generator = "image",
    input = {},
  }: {
    userId: string;
    bytes: Uint8Array;
    name: string;
    generator?: string;
    input?: Prisma.InputJsonObject;
  },
): Promise<{ id: string; generationId: string; assetId: string; sha256: string }> {
  const asset = await storeAsset({ userId, origin: "output", source: inChunks(bytes), maxBytes: 1e8 });
  const key = randomUUID();
  const { id: generationId, outputs } = await database.generation.create({
    data: {
      userId,
      generator,
      state: "succeeded",
      input,
      idempotencyKey: key,
      inputHash: key,
      model: `${generator}-01`,
      connection: {},
      outputs: {
        create: {
          index: 0,
          role: asset.kind,
          state: "stored",
          expectedKind: asset.kind,
          assetId: asset.id,
        },
      },
    },
    include: { outputs: true },
  });
  await database.$transaction((transaction) =>
    storeItem(transaction, { generationId, role: asset.kind, index: 0 }, { name, searchText: name }),
  );
  return { id: outputs[0]!.id, generationId, assetId: asset.id, sha256: asset.sha256 };
}
