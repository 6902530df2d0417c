import { randomUUID } from "node:crypto";
import { encode } from "next-auth/jwt";
import { vi } from "vitest";
import { StudioError } from "@/lib/errors/studio-error";
import { createTestDatabase, type TestDatabase } from "@/lib/db/test-database.server";
import type { Role } from "../actor";
import { createUser } from "../members.server";
import { hashPassword } from "../passwords.server";
import { getAuthSecret, getSessionCookieName, startSession } from "../sessions.server";

export const testPassword = "correct horse battery";

export interface TestPerson {
  userId: string;
  email: string;
  sessionId: string;
  /** Headers of a request from this person's browser on the studio's own page. */
  headers: Record<string, string>;
}

export interface TestStudio extends TestDatabase {
  /** Creates a person with an active session. */
  addPerson(options?: { role?: Role; name?: string; linksByEmail?: boolean }): Promise<TestPerson>;
}

export const testOrigin = "http://127.0.0.1:3000";

/**
 * Creates a database and makes it this process's own. Settings are read once per process, so call it before
 * anything else of the studio, once per test file.
 */
export async function createTestStudio(settings: Record<string, string> = {}): Promise<TestStudio> {
  const test = await createTestDatabase();
  const env = {
    DATABASE_URL: test.url,
    STUDIO_SECRET: "a secret for tests, of 32 letters",
    STUDIO_LOG_LEVEL: "silent",
    ...settings,
  };
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const globals = globalThis as { reverieDatabase?: unknown; reverieEnv?: unknown };
  // Work that an earlier test file left running may have read and cached its settings.
  delete globals.reverieEnv;
  globals.reverieDatabase = test.database;
  return {
    ...test,
    async addPerson({ role = "member", name = "Test Person", linksByEmail = false } = {}) {
      const email = `${randomUUID()}@example.test`;
      const passwordHash = await hashPassword(testPassword);
      const userId = await createUser({ name, email, role, passwordHash, linksByEmail }, test.database);
      const sessionId = await startSession(
        { userId, userAgent: "Test", address: "127.0.0.1" },
        test.database,
      );
      const cookie = await encode({ token: { sub: userId, sessionId }, secret: getAuthSecret() });
      const headers = {
        cookie: `${getSessionCookieName(false)}=${cookie}`,
        host: new URL(testOrigin).host,
        origin: testOrigin,
        "content-type": "application/json",
      };
      return { userId, email, sessionId, headers };
    },
  };
}

/** The code of the StudioError that an attempt throws; "done" where it succeeds. */
export async function codeOf(attempt: Promise<unknown>): Promise<string> {
  try {
    await attempt;
    return "done";
  } catch (error) {
    if (error instanceof StudioError) return error.code;
    throw error;
  }
}
