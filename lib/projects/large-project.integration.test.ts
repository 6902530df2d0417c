import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/lib/db/test-database.server";
import { listItemsQuerySchema } from "@/lib/items/list-items-query";
import { countItems } from "@/lib/items/read/count-items.server";
import { listItems } from "@/lib/items/read/list-items.server";
import { seedPerson } from "@/lib/items/testing/seed-items.server";
import { createProject } from "./change/change-project.server";
import { listProjectItemsQuerySchema } from "./project-input";
import { listProjectItems } from "./read/list-project-items.server";
import { getProject } from "./read/list-projects.server";

const placed = 10_000;

let test: TestDatabase;
let userId: string;
let id: string;
beforeAll(async () => {
  test = await createTestDatabase();
  const { database } = test;
  ({ userId } = await seedPerson(database, { name: "Ada", count: 12_000 }));
  id = (await createProject(database, userId, { title: "Harbour" })).id;
  // The oldest ones, in no order of time.
  await database.$executeRaw`
    INSERT INTO "ProjectItem" ("projectId", "itemId", "position")
    SELECT ${id}::uuid, "id", row_number() OVER (ORDER BY "id") FROM (
      SELECT "id" FROM "Item" WHERE "userId" = ${userId}::uuid AND "deletedAt" IS NULL
      ORDER BY "createdAt" LIMIT ${placed}::int
    ) oldest`;
  await database.$executeRaw`ANALYZE "ProjectItem"`;
});
afterAll(() => test.drop());

const read = (query: object) =>
  listProjectItems(
    test.database,
    { userId, id },
    listProjectItemsQuerySchema.parse({ limit: 100, ...query }),
  );

describe("a project of 10,000 items", () => {
  it("has every item once, in its order, page by page", async () => {
    const seen: string[] = [];
    let page = await read({});
    for (;;) {
      seen.push(...page.items.map((item) => item.id));
      if (page.nextCursor === null) break;
      page = await read({ cursor: page.nextCursor });
    }
    expect(seen).toHaveLength(placed);
    expect(seen).toEqual(seen.toSorted());
    expect(new Set(seen).size).toBe(placed);
    const before = await read({ cursor: page.previousCursor });
    expect(before.items.map((item) => item.id)).toEqual(seen.slice(-200, -100));
  });

  it("counts a thousand of its items for its card, and says that there are more", async () => {
    const { counts } = await getProject(test.database, { userId, id });
    const { exact, ...kinds } = counts;
    expect(exact).toBe(false);
    expect(Object.values(kinds).reduce((sum, count) => sum + count, 0)).toBe(1_001);
  });

  it("filters the library by it, newest first, and counts all of it", async () => {
    const query = listItemsQuerySchema.parse({ project: id, kind: "image" });
    const { items } = await listItems(test.database, userId, query);
    const newest = await test.database.item.findMany({
      where: { kind: "image", deletedAt: null, projects: { some: { projectId: id } } },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      take: 40,
      select: { id: true },
    });
    expect(items.map((item) => item.id)).toEqual(newest.map((item) => item.id));
    const { total, exact } = await countItems(test.database, userId, { project: id });
    expect({ total, exact }).toEqual({ total: placed, exact: true });
  });
});
