import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/lib/db/test-database.server";
import { itemNeighboursQuerySchema, listItemsQuerySchema } from "../list-items-query";
import { seedPerson } from "../testing/seed-items.server";
import { findItemNeighbours } from "./find-item-neighbours.server";
import { listItems } from "./list-items.server";

let test: TestDatabase;
let userId: string;
let strangerId: string;

beforeAll(async () => {
  test = await createTestDatabase();
  ({ userId } = await seedPerson(test.database, { name: "Ada", count: 120 }));
  ({ userId: strangerId } = await seedPerson(test.database, { name: "Bob", count: 20 }));
});
afterAll(() => test.drop());

async function readNeighbours(id: string, query: object, as = userId) {
  const list = itemNeighboursQuerySchema.parse(query);
  const { previous, next } = await findItemNeighbours(test.database, { userId: as, id, list });
  return [previous?.id, next?.id];
}

describe("the neighbours of an item", () => {
  it.each([
    {},
    { sort: "oldest" },
    { sort: "longest" },
    { sort: "rating" },
    { sort: "title" },
    { kind: "audio", sort: "shortest" },
    { favourite: "true" },
    { trash: "true" },
    { q: "harbour" },
  ])("are those of its list: %j", async (query) => {
    const { items } = await listItems(
      test.database,
      userId,
      listItemsQuerySchema.parse({ ...query, limit: 100 }),
    );
    expect(items.length).toBeGreaterThan(0);
    const ids = items.map(({ id }) => id);
    for (const index of [0, Math.floor(ids.length / 2), Math.min(ids.length, 99) - 1]) {
      const isLast = index === ids.length - 1 && ids.length < 100;
      const [previous, next] = await readNeighbours(ids[index]!, query);
      expect([previous, isLast ? undefined : next]).toEqual([ids[index - 1], ids[index + 1]]);
    }
  });

  it("are found from the place of an item that is not in the list", async () => {
    const { items } = await listItems(test.database, userId, listItemsQuerySchema.parse({ limit: 100 }));
    const index = items.findIndex(({ favourite }, at) => at > 60 && !favourite);
    const before = items.slice(0, index).findLast(({ favourite }) => favourite);
    const after = items.slice(index).find(({ favourite }) => favourite);
    const [previous, next] = await readNeighbours(items[index]!.id, { favourite: "true" });
    expect(previous).toBe(before!.id);
    if (after) expect(next).toBe(after.id);
  });

  it("are nobody else's", async () => {
    const { items } = await listItems(test.database, userId, listItemsQuerySchema.parse({}));
    await expect(readNeighbours(items[0]!.id, {}, strangerId)).rejects.toMatchObject({ code: "not-found" });
  });
});
