import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/lib/db/test-database.server";
import { itemListSchema, listItemsQuerySchema } from "../list-items-query";
import { seedPerson } from "../testing/seed-items.server";
import { countItems } from "./count-items.server";
import { listItems } from "./list-items.server";

let test: TestDatabase;
let userId: string;
beforeAll(async () => {
  test = await createTestDatabase();
  const { database } = test;
  ({ userId } = await seedPerson(database, { name: "Ada", count: 6_000 }));
  // Where two logarithms could disagree. Oldest, so that only the search index finds them.
  const edges = [0.01, 0.125, 1, 2, 4, 8, 2 ** (1 / 8), 2 ** (77 / 8), 1_024, 4_096, 2 ** 20];
  const oldest = await database.item.findMany({ orderBy: { createdAt: "asc" }, take: edges.length });
  for (const [place, { id }] of oldest.entries())
    await database.item.update({
      where: { id },
      data: { durationSeconds: edges[place]!, bytes: Math.ceil(edges[place]! * 1_000), deletedAt: null },
    });
});
afterAll(() => test.drop());

it.each([
  { minSeconds: 0.01, maxSeconds: 0.01 },
  { minSeconds: 0.125, maxSeconds: 0.125 },
  { minSeconds: 1, maxSeconds: 1 },
  { minSeconds: 4, maxSeconds: 8 },
  { minSeconds: 8, maxSeconds: 8 },
  { minSeconds: 2 ** (1 / 8), maxSeconds: 2 ** (1 / 8) },
  { minSeconds: 2 ** (77 / 8), maxSeconds: 2 ** (77 / 8) },
  { minSeconds: 1_024 },
  { minSeconds: 1_000, maxSeconds: 2_000 },
  { maxSeconds: 1.05 },
  { minSeconds: 200, maxSeconds: 200.5 },
  { minSeconds: 299, maxSeconds: 1_024 },
  { minSeconds: 2_000_000 / 2 },
  { minBytes: 1_024_000, maxBytes: 1_024_000 },
  { minBytes: 4_000, maxBytes: 8_000 },
  { maxBytes: 1_000 },
  { minBytes: 8_990_000, maxBytes: 9_000_000 },
])("finds what measures %j, the limits included", async ({ ...range }) => {
  const { minSeconds, maxSeconds, minBytes, maxBytes } = range as Record<string, number | undefined>;
  const expected = await test.database.item.count({
    where: {
      deletedAt: null,
      ...((minSeconds ?? maxSeconds)
        ? { durationSeconds: { gte: minSeconds ?? 0, lte: maxSeconds ?? 1e9 } }
        : {}),
      ...((minBytes ?? maxBytes) ? { bytes: { gte: minBytes ?? 0, lte: maxBytes ?? 1e12 } } : {}),
    },
  });
  expect(expected).toBeGreaterThan(0);
  const query = Object.fromEntries(Object.entries(range).map(([name, value]) => [name, String(value)]));
  const page = await listItems(test.database, userId, listItemsQuerySchema.parse({ ...query, limit: 100 }));
  expect(page.items).toHaveLength(Math.min(expected, 100));
  const { total, exact } = await countItems(test.database, userId, itemListSchema.parse(query));
  if (exact) expect(total).toBe(expected);
});
