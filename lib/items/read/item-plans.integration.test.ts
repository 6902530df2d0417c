import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Prisma } from "@/lib/db/database.server";
import { createTestDatabase, type TestDatabase } from "@/lib/db/test-database.server";
import { itemListSchema, itemNeighboursQuerySchema, listItemsQuerySchema } from "../list-items-query";
import { listProjectItems } from "@/lib/projects/read/list-project-items.server";
import { listProjectItemsQuerySchema } from "@/lib/projects/project-input";
import { rareWord, seedPerson } from "../testing/seed-items.server";
import { countItems } from "./count-items.server";
import { findItemNeighbours } from "./find-item-neighbours.server";
import type { Reader } from "./find-items.server";
import { listItemFacets } from "./list-item-facets.server";
import { listItems } from "./list-items.server";

let test: TestDatabase;
let client: pg.Client;
let userId: string;

beforeAll(async () => {
  test = await createTestDatabase();
  ({ userId } = await seedPerson(test.database, { name: "Ada", count: 8_000 }));
  await seedPerson(test.database, { name: "Bob", count: 1_000 });
  client = new pg.Client({ connectionString: test.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await test.drop();
});

/** The statements that reading sends. */
async function recordStatements(read: (database: Reader) => Promise<unknown>): Promise<Prisma.Sql[]> {
  const statements: Prisma.Sql[] = [];
  const recorder = test.database.$extends({
    query: {
      $queryRaw({ args, query }) {
        statements.push(args);
        return query(args);
      },
    },
  });
  await read(recorder);
  return statements;
}

interface Plan {
  "Node Type": string;
  "Index Name"?: string;
  "Relation Name"?: string;
  Plans?: Plan[];
}

/** The nodes of a plan, from the top. */
const flatten = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(flatten)];

/** How PostgreSQL would run a statement, for these values and for any. */
async function explain(statement: Prisma.Sql): Promise<Plan[][]> {
  const explainWith = (option: string, values?: unknown[]) =>
    client.query<{ "QUERY PLAN": [{ Plan: Plan }] }>(
      `EXPLAIN (FORMAT JSON${option}) ${statement.text}`,
      values,
    );
  const answers = [await explainWith("", statement.values), await explainWith(", GENERIC_PLAN")];
  return answers.map(({ rows }) => flatten(rows[0]!["QUERY PLAN"][0].Plan));
}

const list = (query: object) =>
  recordStatements((database) => listItems(database, userId, listItemsQuerySchema.parse(query)));

/** What a plan reads `Item` by. */
const readItemsBy = (plan: Plan[]) =>
  plan.flatMap((node) =>
    node["Index Name"]?.startsWith("Item_")
      ? [node["Index Name"]]
      : node["Node Type"] === "Seq Scan" && node["Relation Name"] === "Item"
        ? ["Seq Scan"]
        : [],
  );

describe("the plan of a list", () => {
  it.each([
    [{}, "Item_newest"],
    [{ sort: "oldest" }, "Item_newest"],
    [{ sort: "longest" }, "Item_longest"],
    [{ sort: "shortest" }, "Item_longest"],
    [{ sort: "rating" }, "Item_rating"],
    [{ sort: "title" }, "Item_title"],
    [{ sort: "largest" }, "Item_largest"],
    [{ trash: "true" }, "Item_trash"],
    [{ at: "2025-06-01T00:00:00Z" }, "Item_newest"],
    [{ until: "2025-06-01T00:00:00Z" }, "Item_newest"],
    [{ kind: "image" }, "Item_newest"],
    [{ q: "a" }, "Item_newest"],
    [{ q: "-harbour" }, "Item_newest"],
  ])("reads the index of its order, and no more rows than it shows: %j", async (query, index) => {
    const [statement, ...others] = await list(query);
    expect(others).toEqual([]);
    for (const plan of await explain(statement!)) {
      expect(readItemsBy(plan)).toEqual([index]);
      expect(plan.filter(({ "Node Type": type }) => /Sort/.test(type))).toEqual([]);
    }
  });

  it.each([
    { q: rareWord },
    { q: "z" + "y", sort: "oldest" },
    { q: "圆舞 -港口" },
    { q: `${rareWord} a` },
    { tag: "keep" },
    { kind: "image,video", rating: "5" },
    { favourite: "true", sandbox: "true" },
    { voice: "voice-2", rating: "5" },
    { voice: "voice-nobody-has" },
    { minBytes: "8000000", favourite: "true" },
    { maxBytes: "100" },
    { sandbox: "true", rating: "5" },
    { q: "ha", voice: "voice-2", maxSeconds: "20" },
  ])("reads the search index month by month for what is rare: %j", async (query) => {
    const [, indexed, ...others] = await list(query);
    expect(others).toEqual([]);
    for (const plan of await explain(indexed!)) {
      expect(readItemsBy(plan)).toEqual(["Item_search"]);
      expect(plan.map(({ "Node Type": type }) => type)).toContain("Incremental Sort");
    }
  });
});

it.each([{}, { sort: "oldest" }, { sort: "title" }, { kind: "image" }, { q: "a" }])(
  "keeps its plan instead of making one for each request: %j",
  async (query) => {
    const [statement] = await list(query);
    const { text, values } = statement!;
    const name = JSON.stringify(query);
    // PostgreSQL compares the plans of the first five times with one for any values.
    for (let times = 0; times < 7; times += 1) await client.query({ name, text, values });
    const { rows } = await client.query(
      "SELECT custom_plans, generic_plans FROM pg_prepared_statements WHERE name = $1",
      [name],
    );
    expect(rows).toEqual([{ custom_plans: "5", generic_plans: "2" }]);
  },
);

describe("the plan of neighbours", () => {
  it.each([
    [{}, "Item_newest"],
    [{ sort: "longest" }, "Item_longest"],
    [{ sort: "rating" }, "Item_rating"],
    [{ sort: "title" }, "Item_title"],
    [{ kind: "image", sort: "oldest" }, "Item_newest"],
  ])("reads the index of the list in both directions: %j", async (query, index) => {
    const { id } = await test.database.item.findFirstOrThrow({
      where: { userId, deletedAt: null, kind: "video" },
      orderBy: { createdAt: "desc" },
      skip: 1_000,
    });
    const list = itemNeighboursQuerySchema.parse(query);
    const [, ...statements] = await recordStatements((database) =>
      findItemNeighbours(database, { userId, id, list }),
    );
    expect(statements).toHaveLength(2);
    for (const statement of statements) {
      for (const plan of await explain(statement)) {
        expect(readItemsBy(plan)).toEqual([index]);
        expect(plan.filter(({ "Node Type": type }) => /Sort/.test(type))).toEqual([]);
      }
    }
  });
});

it("reads the items of a project by its index, and their rows by their keys", async () => {
  const { database } = test;
  const [rare, large] = await Promise.all(
    [4, 1_000, ...Array.from({ length: 30 }, () => 4)].map(async (count) => {
      const { id } = await database.project.create({ data: { userId, title: "P", colour: "teal" } });
      // From the oldest on, so that the newest items match nothing.
      await database.$executeRaw`
        INSERT INTO "ProjectItem" ("projectId", "itemId", "position")
        SELECT ${id}::uuid, "id", row_number() OVER () FROM (
          SELECT "id" FROM "Item" WHERE "userId" = ${userId}::uuid ORDER BY "createdAt" LIMIT ${count}::int
        ) oldest`;
      return id;
    }),
  );
  await database.$executeRaw`ANALYZE "ProjectItem"`;
  for (const query of [{}, { kind: "image" }, { sort: "title" }]) {
    const [, ofProject, ...others] = await list({ project: rare, ...query });
    expect(others).toEqual([]);
    for (const plan of await explain(ofProject!)) {
      expect(readItemsBy(plan)).toEqual(["Item_pkey"]);
      // One of those that begin with the project.
      const indexes = plan.flatMap((node) => node["Index Name"] ?? []);
      expect(indexes).toContainEqual(expect.stringMatching(/^ProjectItem_(pkey|projectId_)/));
    }
  }
  const order = (id: string, query: object) =>
    recordStatements((reader) =>
      listProjectItems(reader, { userId, id }, listProjectItemsQuerySchema.parse(query)),
    );
  for (const [sort, index] of [
    ["order", "ProjectItem_projectId_position_itemId_idx"],
    ["newest", "ProjectItem_projectId_addedAt_itemId_idx"],
    ["oldest", "ProjectItem_projectId_addedAt_itemId_idx"],
  ]) {
    // With its own values: a page of a project as small as most of them is sorted.
    const [, statement] = await order(large!, { sort });
    const [plan] = await explain(statement!);
    expect(plan!.flatMap((node) => node["Index Name"] ?? [])).toEqual(
      expect.arrayContaining([index, "Item_pkey"]),
    );
    expect(plan!.filter(({ "Node Type": type }) => type === "Sort")).toEqual([]);
  }
});

describe("the plan of numbers", () => {
  it("reads only what is counted already for the usual filters", async () => {
    const statements = await recordStatements((database) =>
      countItems(database, userId, itemListSchema.parse({ kind: "audio", favourite: "true" })),
    );
    expect(statements).toHaveLength(1);
    for (const plan of await explain(statements[0]!)) expect(readItemsBy(plan)).toEqual([]);
  });

  it("reads the search index, and nothing but items, to count what is rare", async () => {
    const [, , indexed, ...others] = await recordStatements((database) =>
      countItems(database, userId, itemListSchema.parse({ tag: "keep", kind: "audio" })),
    );
    expect(others).toEqual([]);
    for (const plan of await explain(indexed!)) {
      expect(readItemsBy(plan)).toEqual(["Item_search"]);
      const tables = plan.flatMap((node) => node["Relation Name"] ?? []);
      expect(new Set(tables)).toEqual(new Set(["Item", "ItemCount"]));
    }
  });
});

describe("the plan of the models, voices and tags to filter by", () => {
  it("reads a few entries of their indexes, however many items there are", async () => {
    const [models, voices, tags] = await recordStatements((database) => listItemFacets(database, userId));
    for (const plan of await explain(models!))
      expect(new Set(readItemsBy(plan))).toEqual(new Set(["Item_model"]));
    for (const plan of await explain(voices!))
      expect(new Set(readItemsBy(plan))).toEqual(new Set(["Item_voice"]));
    for (const plan of await explain(tags!)) expect(readItemsBy(plan)).toEqual(["Item_tagged"]);
  });
});
