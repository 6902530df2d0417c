import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { defaultMigrationsDir } from "@/lib/db/migration-status.server";
import { createEmptyTestDatabase } from "@/lib/db/test-database.server";

const added = "20261124130053_linked_identities";

let target: Awaited<ReturnType<typeof createEmptyTestDatabase>>;
let client: pg.Client;

async function runScripts(isWanted: (name: string) => boolean): Promise<void> {
  const names = (await readdir(defaultMigrationsDir)).filter((name) => /^\d/.test(name) && isWanted(name));
  for (const name of names.toSorted())
    await client.query(await readFile(path.join(defaultMigrationsDir, name, "migration.sql"), "utf8"));
}

beforeAll(async () => {
  target = await createEmptyTestDatabase();
  client = new pg.Client({ connectionString: target.url });
  await client.connect();
  await runScripts((name) => name < added);
});
afterAll(async () => {
  await client.end();
  await target.drop();
});

async function insertPerson(name: string): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO "User" ("id", "email", "name") VALUES (gen_random_uuid(), $1, $2) RETURNING "id"`,
    [`${name}@example.test`, name],
  );
  return rows[0]!.id;
}

async function insertInvitation(createdById: string, acceptedById: string, email: string | null) {
  await client.query(
    `INSERT INTO "Invitation" ("id", "tokenHash", "email", "createdById", "expiresAt", "acceptedById")
     VALUES (gen_random_uuid(), gen_random_uuid()::text, $1, $2, now(), $3)`,
    [email, createdById, acceptedById],
  );
}

it("vouches for the addresses that an owner named, and for no others", async () => {
  const owner = await insertPerson("first-owner");
  await client.query(
    `INSERT INTO "AuditEvent" ("id", "kind", "userId") VALUES (gen_random_uuid(), 'owner-created', $1)`,
    [owner],
  );
  await insertInvitation(owner, await insertPerson("named"), "Named@example.test");
  await insertInvitation(owner, await insertPerson("open"), null);
  await insertInvitation(owner, await insertPerson("other"), "somebody@example.test");
  await insertPerson("unknown");
  await runScripts((name) => name === added);
  const { rows } = await client.query<{ name: string }>(
    `SELECT "name" FROM "User" WHERE "linksByEmail" ORDER BY "name"`,
  );
  expect(rows.map(({ name }) => name)).toEqual(["first-owner", "named"]);
});
