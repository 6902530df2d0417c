import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/lib/db/test-database.server";
import { listItemsQuerySchema } from "../list-items-query";
import { seedPerson } from "../testing/seed-items.server";
import { listItems } from "./list-items.server";

const maxPageBytes = 30_000;

const title = "Harbour waltz, after midnight, with brushes and upright bass";
const style = "A slow waltz in a minor key, brushed drums, upright bass, felt piano, tape hiss. ".repeat(12);
const lyrics = "[Verse]\nThe ferry keeps its engine low\nand every lantern leans to hear\n\n".repeat(25);
const tags = ["to sell", "harbour", "client northwind", "final", "winter 2026"];

let test: TestDatabase;
let userId: string;
beforeAll(async () => {
  test = await createTestDatabase();
  const { database } = test;
  ({ userId } = await seedPerson(database, { name: "Ada", count: 60 }));
  await database.generation.updateMany({ data: { input: { prompt: style, lyrics } } });
  await database.item.updateMany({ data: { takeName: title, title, tags, rating: 4, deletedAt: null } });
});
afterAll(() => test.drop());

it("returns a page of 40 items with long prompts, titles and tags in at most 30 KB of JSON", async () => {
  const page = await listItems(test.database, userId, listItemsQuerySchema.parse({}));
  expect(page.items).toHaveLength(40);
  expect(page.items[0]).toMatchObject({ title, tags, words: expect.stringContaining("A slow waltz") });
  expect(JSON.stringify(page)).not.toContain("lantern");
  expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThanOrEqual(maxPageBytes);
});
