// node <program> <count> ...: libraries of so many items each, read in turns; prints the times in milliseconds as JSON.
import type { Database } from "@/lib/db/database.server";
import { createTestDatabase } from "@/lib/db/test-database.server";
import { startTestPostgres } from "@/lib/db/test-postgres.server";
import { itemListSchema, listItemsQuerySchema } from "@/lib/items/list-items-query";
import { studioClock } from "@/lib/clock";
import { changeItems } from "@/lib/items/change/change-items.server";
import { countItems } from "@/lib/items/read/count-items.server";
import { listItems } from "@/lib/items/read/list-items.server";
import { rareWord, seedItems } from "@/lib/items/testing/seed-items.server";
import { inTurns, timeIt } from "../report/rounds";
import type { LibraryTimes } from "./measure-library";

const rounds = 30;
const warmUp = 8;
const threeYearsMs = 3 * 365 * 86_400_000;

interface Library {
  database: Database;
  userId: string;
  count: number;
}

type Reading = (library: Library) => Promise<unknown>;

const list =
  (query: Record<string, string>): Reading =>
  ({ database, userId }) =>
    listItems(database, userId, listItemsQuerySchema.parse(query));
const count =
  (query: Record<string, string>): Reading =>
  ({ database, userId }) =>
    countItems(database, userId, itemListSchema.parse(query));

/** Rates the first hundred items, otherwise than the round before. */
function rate(): Reading {
  let round = 0;
  return async ({ database, userId }) => {
    const page = await listItems(database, userId, listItemsQuerySchema.parse({ limit: 100 }));
    const ids = page.items.map(({ id }) => id);
    round += 1;
    const changes = { rating: 1 + (round % 5) };
    await changeItems({ database, clock: studioClock }, { author: { userId }, ids, changes });
  };
}

/** The same page from an index of trigrams, the obvious alternative. */
const listByTrigrams =
  (words: string): Reading =>
  ({ database, userId }) =>
    database.$queryRaw`
      SELECT * FROM "Item" WHERE "userId" = ${userId}::uuid AND "deletedAt" IS NULL
        AND "searchText" ILIKE ${`%${words}%`} ORDER BY "createdAt" DESC, "id" DESC LIMIT 41`;

const deep = { at: new Date(Date.now() - 0.9 * threeYearsMs).toISOString() };

/** What is measured, by group. */
const groups: Record<string, Reading[]> = {
  "first page": [list({})],
  "page at 90% of the depth": [list(deep)],
  "pages by length, rating, title": ["longest", "shortest", "rating", "title"].map((sort) => list({ sort })),
  "pages with filters": [
    list({ kind: "video" }),
    list({ favourite: "true" }),
    list({ tag: "keep" }),
    list({ rating: "5" }),
    list({ voice: "voice-2" }),
    list({ sandbox: "true", kind: "image,video" }),
    list({ minSeconds: "200", maxSeconds: "201" }),
    list({ trash: "true" }),
    list({ ...deep, favourite: "true" }),
  ],
  "searches of one sign": ["e", "q", "雨", "港"].map((q) => list({ q })),
  "searches of two signs": ["wa", "zy", "圆舞", "小船"].map((q) => list({ q })),
  "searches of words": [
    "harbour waltz",
    rareWord,
    `${rareWord} waltz`,
    "silver coast -rain",
    '"harbour lantern"',
    "a1b2",
  ].map((q) => list({ q })),
  "numbers by month": [count({}), count({ kind: "audio", favourite: "true" })],
  "numbers of a search or a rare filter": [
    count({ q: "waltz" }),
    count({ q: rareWord }),
    count({ tag: "keep" }),
  ],
  "rating the first 100 items": [rate()],
  "searches of two signs by trigrams": ["wa", "zy", "圆舞", "小船"].map(listByTrigrams),
  "searches of words by trigrams": ["harbour", rareWord, "silver coast"].map(listByTrigrams),
};

async function openLibrary(templateUrl: string, items: number): Promise<Library> {
  const { database } = await createTestDatabase(templateUrl);
  const user = await database.user.create({ data: { email: "ada@example.test", name: "Ada" } });
  const { ms } = await timeIt(() => seedItems(database, { userId: user.id, count: items }));
  process.stderr.write(`library: ${items} items in ${Math.round(ms / 1000)} s\n`);
  await database.$executeRaw`CREATE INDEX ON "Item" USING gin ("searchText" gin_trgm_ops)`;
  await database.$executeRaw`VACUUM ANALYZE "Item"`;
  return { database, userId: user.id, count: items };
}

const postgres = await startTestPostgres();
try {
  const libraries: Library[] = [];
  for (const items of process.argv.slice(2).map(Number))
    libraries.push(await openLibrary(postgres.templateUrl, items));
  const times: LibraryTimes["times"] = {};
  for (const [group, readings] of Object.entries(groups)) {
    times[group] = Object.fromEntries(libraries.map((library) => [library.count, []]));
    for (const read of readings) {
      const sides = Object.fromEntries(
        libraries.map((library) => [library.count, async () => (await timeIt(() => read(library))).ms]),
      );
      const measured = await inTurns({ rounds, warmUp }, sides);
      for (const [items, each] of Object.entries(measured)) times[group][items]!.push(...each);
    }
  }
  const { database, userId } = libraries.at(-1)!;
  const page = await listItems(database, userId, listItemsQuerySchema.parse({}));
  const sizes = await readSizes(database);
  const pageBytes = Buffer.byteLength(JSON.stringify(page));
  process.stdout.write(JSON.stringify({ times, pageBytes, ...sizes } satisfies LibraryTimes));
  await Promise.all(libraries.map((library) => library.database.$disconnect()));
} finally {
  await postgres.stop();
}

/** Bytes of the table and of its search index. */
async function readSizes(database: Database) {
  const [sizes] = await database.$queryRaw<[{ tableBytes: number; searchBytes: number }]>`
    SELECT pg_table_size('"Item"')::float8 AS "tableBytes", pg_relation_size('"Item_search"')::float8 AS "searchBytes"`;
  return sizes;
}
