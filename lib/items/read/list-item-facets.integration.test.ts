import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/lib/db/test-database.server";
import { seedPerson } from "../testing/seed-items.server";
import { listItemFacets } from "./list-item-facets.server";

let test: TestDatabase;
let userId: string;
let strangerId: string;

beforeAll(async () => {
  test = await createTestDatabase();
  const { database } = test;
  ({ userId } = await seedPerson(database, { name: "Ada", count: 3_000 }));
  ({ id: strangerId } = await database.user.create({ data: { email: "bob@example.test", name: "Bob" } }));
});
afterAll(() => test.drop());

it("names every model and voice once, and the most used tags first, of the person alone", async () => {
  const { database } = test;
  await database.item.updateMany({ where: { userId, rating: 5 }, data: { tags: ["night", "keep"] } });
  expect(await listItemFacets(database, userId)).toEqual({
    models: ["image-01", "music-3.0", "speech-2.8-hd", "video-2.3"],
    voices: [2, 6, 10, 14, 18, 22, 26, 30, 34, 38].map((number) => `voice-${number}`).toSorted(),
    tags: ["keep", "night"],
  });
  expect(await listItemFacets(database, strangerId)).toEqual({ models: [], voices: [], tags: [] });
});
