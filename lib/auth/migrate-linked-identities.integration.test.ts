import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createDatabaseBefore } from "@/lib/db/testing/earlier-database";

let earlier: Awaited<ReturnType<typeof createDatabaseBefore>>;
let client: pg.Client;
beforeAll(async () => {
  earlier = await createDatabaseBefore("20261124130053_linked_identities");
  client = new pg.Client({ connectionString: earlier.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await earlier.drop();
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
  await earlier.migrate();
  const { rows } = await client.query<{ name: string }>(
    `SELECT "name" FROM "User" WHERE "linksByEmail" ORDER BY "name"`,
  );
  expect(rows.map(({ name }) => name)).toEqual(["first-owner", "named"]);
});
