import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createDatabaseBefore } from "@/lib/db/testing/earlier-database";

let earlier: Awaited<ReturnType<typeof createDatabaseBefore>>;
let client: pg.Client;
beforeAll(async () => {
  earlier = await createDatabaseBefore("20261122220000_items");
  client = new pg.Client({ connectionString: earlier.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await earlier.drop();
});

interface Take {
  input?: object;
  title?: string;
  searchText?: string;
  favourite?: boolean;
  deletedAt?: string;
  relation?: string;
  counts?: object;
  outputs: { role: string; state: string; kind: string; index?: number; durationSeconds?: number }[];
}

let number = 0;

async function insertTake(userId: string, take: Take): Promise<void> {
  number += 1;
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO "Generation" ("id", "userId", "generator", "state", "input", "title", "searchText", "idempotencyKey",
       "inputHash", "model", "connection", "counts", "relation", "favourite", "deletedAt", "updatedAt")
     VALUES (gen_random_uuid(), $1, 'speech', 'succeeded', $2, $3, $4, $5, 'one', 'model-1', '{}', $6, $7, $8, $9, now())
     RETURNING "id"`,
    [
      userId,
      take.input ?? {},
      take.title,
      take.searchText ?? "",
      `key-${number}`,
      take.counts ?? {},
      take.relation,
      take.favourite ?? false,
      take.deletedAt,
    ],
  );
  for (const { role, state, kind, index = 0, durationSeconds } of take.outputs) {
    const { rows: assets } = await client.query<{ id: string }>(
      `INSERT INTO "Asset" ("id", "userId", "sha256", "bytes", "mimeType", "kind", "origin", "durationSeconds")
       VALUES (gen_random_uuid(), $1, gen_random_uuid()::text, 77, 'x/y', $2, 'output', $3) RETURNING "id"`,
      [userId, kind, durationSeconds],
    );
    await client.query(
      `INSERT INTO "Output" ("id", "generationId", "index", "role", "state", "assetId", "expectedKind", "createdAt")
       VALUES (gen_random_uuid(), $1, $2, $3, $4, $5, $6, '2026-10-05T12:00:00Z')`,
      [rows[0]!.id, index, role, state, state === "storing" ? null : assets[0]!.id, kind],
    );
  }
}

it("carries over results, favourites, titles and trash of generations", async () => {
  const { rows: people } = await client.query<{ id: string }>(
    `INSERT INTO "User" ("id", "email", "name") VALUES (gen_random_uuid(), 'ada@example.test', 'Ada') RETURNING "id"`,
  );
  const userId = people[0]!.id;
  const audio = { role: "audio", state: "stored", kind: "audio", durationSeconds: 4.5 };
  await insertTake(userId, {
    title: "Lantern Street",
    searchText: "Lantern Street\nA Ｓlow waltz",
    favourite: true,
    outputs: [
      { role: "image", state: "stored", kind: "image" },
      { role: "image", state: "stored", kind: "image", index: 1 },
      { role: "image", state: "storing", kind: "image", index: 2 },
      { role: "image", state: "failed", kind: "image", index: 3 },
    ],
  });
  await insertTake(userId, {
    input: { text: "Read  <#1#> aloud", voice_setting: { voice_id: "Santa_Claus" } },
    searchText: "Read  <#1#> aloud",
    counts: { role: "audio" },
    deletedAt: "2026-10-06T00:00:00Z",
    outputs: [
      audio,
      { role: "subtitle", state: "stored", kind: "text" },
      { role: "cover", state: "stored", kind: "image" },
    ],
  });
  await insertTake(userId, {
    input: { lyrics: "[Verse]\nThe ferry" },
    outputs: [{ ...audio, state: "partial" }],
  });
  await insertTake(userId, { input: { text: "A sample" }, relation: "sample", outputs: [audio] });
  await insertTake(userId, { outputs: [audio] });

  await earlier.migrate();

  const { rows: items } = await client.query(
    `SELECT "takeName", "searchText", "kind", "voice", "partial", "favourite", "deletedAt" IS NOT NULL AS gone,
       "durationSeconds" AS seconds, "createdAt"::text AS at, "bytes"::int AS bytes
     FROM "Item" ORDER BY "takeName"`,
  );
  const plain = {
    voice: null,
    partial: false,
    favourite: false,
    gone: false,
    bytes: 77,
    at: "2026-10-05 12:00:00+00",
  };
  const picture = { ...plain, kind: "image", seconds: null };
  const sound = { ...plain, kind: "audio", seconds: 4.5 };
  const titled = {
    ...picture,
    takeName: "Lantern Street",
    searchText: "lantern street a slow waltz",
    favourite: true,
  };
  expect(items).toEqual([
    titled,
    titled,
    {
      ...sound,
      takeName: "Read aloud",
      searchText: "read <#1#> aloud santa_claus",
      voice: "Santa_Claus",
      gone: true,
    },
    { ...sound, takeName: "The ferry", searchText: "", partial: true },
    { ...sound, takeName: "model-1", searchText: "" },
  ]);
  const { rows: counts } = await client.query(
    `SELECT "month", "kind", "favourite", "trashed", "count" FROM "ItemCount" ORDER BY "kind", "trashed"`,
  );
  const month = 202610;
  expect(counts).toEqual([
    { month, kind: "audio", favourite: false, trashed: false, count: 2 },
    { month, kind: "audio", favourite: false, trashed: true, count: 1 },
    { month, kind: "image", favourite: true, trashed: false, count: 2 },
  ]);
});
