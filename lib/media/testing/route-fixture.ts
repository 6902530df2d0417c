import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { vi } from "vitest";
import { createTestToken } from "@/lib/auth/testing/create-test-token";
import { createTestDatabase, type TestDatabase } from "@/lib/db/test-database.server";

/**
 * A studio in one process for tests of route handlers: a real database, a data folder and two people with
 * tokens.
 */
export interface RouteFixture {
  test: TestDatabase;
  dataDir: string;
  ada: { userId: string; headers: { authorization: string } };
  bob: { userId: string; headers: { authorization: string } };
  close(): Promise<void>;
}

export async function createRouteFixture(): Promise<RouteFixture> {
  const test = await createTestDatabase();
  const dataDir = await mkdtemp(path.join(tmpdir(), "reverie-data-"));
  vi.stubEnv("DATABASE_URL", test.url);
  vi.stubEnv("STUDIO_DATA_DIR", dataDir);
  vi.stubEnv("STUDIO_SECRET", "a secret for tests, long enough to be taken");
  vi.stubEnv("STUDIO_LOG_LEVEL", "silent");
  // What an earlier file left running may have read the settings meanwhile.
  delete (globalThis as { reverieEnv?: unknown }).reverieEnv;
  return {
    test,
    dataDir,
    ada: await createPerson(test, "Ada"),
    bob: await createPerson(test, "Bob"),
    async close() {
      await test.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function createPerson({ database }: TestDatabase, name: string) {
  const email = `${name.toLowerCase()}@example.org`;
  const user = await database.user.create({ data: { email, name } });
  const { token } = await createTestToken(user.id, database);
  return { userId: user.id, headers: { authorization: `Bearer ${token}` } };
}
