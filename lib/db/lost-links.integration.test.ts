import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDatabase } from "./database.server";
import { keepSession } from "./kept-session.server";
import { openDatabaseProxy } from "./testing/database-proxy";
import { createTestDatabase, type TestDatabase } from "./test-database.server";

const settings =
  "'tcp_keepalives_idle', 'tcp_keepalives_interval', 'tcp_keepalives_count', 'tcp_user_timeout'";
const watched = "5, 5, 2, 15000";

describe("sessions of a client that may be lost", () => {
  let test: TestDatabase;

  beforeAll(async () => {
    test = await createTestDatabase();
  });
  afterAll(() => test.drop());

  const listing = `
    SELECT string_agg(current_setting(name), ', ' ORDER BY position) AS set
    FROM unnest(ARRAY[${settings}]) WITH ORDINALITY AS listed(name, position)`;

  it("are watched by PostgreSQL, those of a pool, too", async () => {
    const database = createDatabase(test.url, { maxConnections: 3 });
    const [row] = await database.$queryRawUnsafe<[{ set: string }]>(listing);
    expect(row.set).toBe(watched);
    await database.$disconnect();
  });

  it("are looked for while a statement waits, where they hold a lock", async () => {
    const session = await keepSession({
      databaseUrl: test.url,
      name: "reverie-test",
      begin: () => Promise.resolve(),
      onNotification: () => undefined,
      onRestored: () => undefined,
    });
    const [row] = await session.query<{ every: string }>(
      "SELECT current_setting('client_connection_check_interval') AS every",
      [],
    );
    expect(row?.every).toBe("5s");
    await session.close();
  });

  it("are opened again once, however often they are lost while they are opened", async () => {
    const proxy = await openDatabaseProxy(test.url);
    const restored = Promise.withResolvers<void>();
    let opened = 0;
    const session = await keepSession({
      databaseUrl: proxy.url,
      name: "reverie-lost-session",
      async begin(client) {
        opened += 1;
        if (opened === 1 || opened > 4) return;
        proxy.cutAt(1, "reset");
        // The first statement of the next one is lost, too.
        await client.query("SELECT 1").finally(() => proxy.cutAt(1, "reset"));
      },
      onNotification: () => undefined,
      onRestored: restored.resolve,
    });
    proxy.cutAt(1, "reset");
    await session.query("SELECT 1", []).catch(() => undefined);
    await restored.promise;
    expect(await session.query("SELECT 1 AS one", [])).toEqual([{ one: 1 }]);
    const count = `SELECT count(*)::int FROM pg_stat_activity WHERE application_name = 'reverie-lost-session'`;
    await expect.poll(() => test.database.$queryRawUnsafe(count)).toEqual([{ count: 1 }]);
    expect(opened).toBe(5);
    await session.close();
    await proxy.close();
  });
});
