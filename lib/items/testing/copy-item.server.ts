import { randomUUID } from "node:crypto";
import type { Queryable } from "@/lib/db/database.server";
import type { Item } from "@/lib/db/generated/client";

/**
 * Another result like one of a person's, from now.
 *
 * @returns its ID
 */
export async function copyItem(database: Queryable, userId: string): Promise<string> {
  const item: Item = await database.item.findFirstOrThrow({ where: { userId } });
  const { id } = await database.output.create({
    data: {
      id: randomUUID(),
      generationId: item.generationId,
      // No other copy has it.
      role: randomUUID(),
      index: 0,
      state: "stored",
      expectedKind: item.kind,
    },
  });
  await database.item.create({
    data: { ...item, id, createdAt: new Date(), deletedAt: null, tags: [], title: null },
  });
  return id;
}
