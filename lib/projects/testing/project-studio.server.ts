import { randomUUID } from "node:crypto";
import { createTestDatabase, type TestDatabase } from "@/lib/db/test-database.server";

export interface ProjectStudio extends TestDatabase {
  addPerson(name: string): Promise<{ userId: string; email: string }>;
  /** Items of a person, without the generations behind them. */
  addItems(userId: string, count: number, kind?: "image" | "audio" | "video"): Promise<string[]>;
}

/** A database for tests of projects. */
export async function openProjectStudio(): Promise<ProjectStudio> {
  const test = await createTestDatabase();
  const { database } = test;
  await database.$executeRaw`ALTER TABLE "Item" DROP CONSTRAINT "Item_id_fkey", DROP CONSTRAINT "Item_generationId_fkey"`;
  return {
    ...test,
    async addPerson(name) {
      const email = `${name.toLowerCase()}-${randomUUID()}@example.test`;
      const { id } = await database.user.create({ data: { email, name } });
      return { userId: id, email };
    },
    async addItems(userId, count, kind = "image") {
      const asset = await database.asset.create({
        data: {
          userId,
          sha256: randomUUID(),
          bytes: 1,
          mimeType: `${kind}/test`,
          kind,
          origin: "output",
        },
      });
      const ids = Array.from({ length: count }, () => randomUUID());
      await database.item.createMany({
        data: ids.map((id, index) => ({
          id,
          userId,
          generationId: randomUUID(),
          assetId: asset.id,
          kind,
          generator: kind,
          model: "any",
          sandbox: true,
          partial: false,
          takeName: `${kind} ${index}`,
          searchText: "",
          tags: ["mine"],
          rating: 4,
          favourite: true,
          bytes: 1,
          mimeType: `${kind}/test`,
          createdAt: new Date(),
        })),
      });
      return ids;
    },
  };
}
