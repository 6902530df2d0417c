import { StudioApi } from "@/e2e/fixtures/studio-api";
import { createDatabase } from "@/lib/db/database.server";
import { itemKinds, type ItemKind } from "@/lib/items/item-names";
import { seedItems } from "@/lib/items/testing/seed-items.server";
import { fillLibrary } from "@/scripts/screenshots/fill-library";
import type { RunningStudio } from "../studio/running-studio";

/** Gives the owner `count` items that share the files of a few generated ones, so that each has a real thumbnail. */
export async function seedStudio(studio: RunningStudio, count: number): Promise<void> {
  await fillLibrary(new StudioApi(() => studio.address, studio.token), () => {});
  const database = createDatabase(await studio.findDatabaseUrl(), { maxConnections: 2 });
  try {
    const { id: userId } = await database.user.findFirstOrThrow();
    const items = await database.item.findMany({ where: { userId }, orderBy: { createdAt: "asc" } });
    const filesOf = (kind: ItemKind) => items.flatMap((item) => (item.kind === kind ? [item.assetId] : []));
    const assetIds = Object.fromEntries(itemKinds.map((kind) => [kind, filesOf(kind)]));
    await seedItems(database, { userId, assetId: items[0]!.assetId, assetIds, count });
    await database.$executeRaw`VACUUM ANALYZE "Item"`;
  } finally {
    await database.$disconnect();
  }
}
