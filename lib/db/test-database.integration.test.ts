import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestDatabase, createTestDatabase } from "./test-database.server";

let first: TestDatabase;
let second: TestDatabase;

beforeAll(async () => {
  [first, second] = await Promise.all([createTestDatabase(), createTestDatabase()]);
});

afterAll(async () => {
  await Promise.all([first.drop(), second.drop()]);
});

function newUser() {
  return { email: `${randomUUID()}@example.test`, name: "Ada" };
}

describe("createTestDatabase", () => {
  it("gives every test file its own migrated database", async () => {
    await first.database.user.create({ data: newUser() });
    expect(await first.database.user.count()).toBe(1);
    expect(await second.database.user.count()).toBe(0);
  });
});

describe("the database", () => {
  it("notifies listeners of the owner of a change", async () => {
    const user = await second.database.user.create({ data: newUser() });
    const listener = new pg.Client({ connectionString: second.url });
    await listener.connect();
    await listener.query("LISTEN reverie_live");
    const news: unknown[] = [];
    const threeCame = new Promise<void>((resolve) => {
      listener.on("notification", ({ payload }) => {
        news.push(JSON.parse(payload ?? "null"));
        if (news.length === 3) resolve();
      });
    });

    const { id } = await second.database.generation.create({
      data: {
        userId: user.id,
        generator: "image",
        state: "queued",
        input: {},
        idempotencyKey: randomUUID(),
        inputHash: "hash",
        model: "image-01",
        connection: {},
      },
    });
    await second.database.generation.update({ where: { id }, data: { version: { increment: 1 } } });
    await second.database.generation.delete({ where: { id } });
    await threeCame;
    await listener.end();

    expect(news).toEqual([
      { userId: user.id, id, version: 0, due: true },
      { userId: user.id, id, version: 0 },
      { userId: user.id, id, version: 0 },
    ]);
  });

  it.each([
    [
      "User",
      "role",
      `INSERT INTO "User" (id, email, name, role) VALUES (gen_random_uuid(), 'x', 'x', 'king')`,
    ],
    [
      "Asset",
      "kind",
      `INSERT INTO "Asset" (id, "userId", sha256, bytes, "mimeType", kind, origin) ` +
        `SELECT gen_random_uuid(), id, 'x', 1, 'x/x', 'smell', 'output' FROM "User" LIMIT 1`,
    ],
  ])("refuses a %s with an unknown %s", async (table, column, statement) => {
    await second.database.user.create({ data: newUser() });
    await expect(second.database.$executeRawUnsafe(statement)).rejects.toThrow(`${table}_${column}_check`);
  });

  it("searches text of every script case-insensitively, with an index", async () => {
    const rows = await second.database.$queryRaw<{ lowered: string; trigrams: string[] }[]>`
      SELECT lower('ÜBER Москва') AS lowered, show_trgm('音乐') AS trigrams`;
    expect(rows[0]?.lowered).toBe("über москва");
    expect(rows[0]?.trigrams.length).toBeGreaterThan(0);
  });
});
