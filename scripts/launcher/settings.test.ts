import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { readSettings } from "./settings";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "reverie-settings-"));
  for (const name of [
    "NODE_ENV",
    "NEXT_TELEMETRY_DISABLED",
    "NEXT_SERVER_ACTIONS_ENCRYPTION_KEY",
    "NODE_COMPILE_CACHE",
  ]) {
    vi.stubEnv(name, process.env[name]);
  }
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The key that protects what server actions carry, on a machine with this secret. */
function findActionKey(machine: string, secret: string): string | undefined {
  vi.stubEnv("STUDIO_DATA_DIR", path.join(folder, machine));
  vi.stubEnv("STUDIO_SECRET", secret);
  readSettings(folder, false);
  return process.env.NEXT_SERVER_ACTIONS_ENCRYPTION_KEY;
}

describe("readSettings", () => {
  it("gives all machines with one secret one key for server actions, of a length that Next takes", () => {
    const key = findActionKey("a", "a".repeat(32));
    expect(Buffer.from(key ?? "", "base64")).toHaveLength(32);
    expect(findActionKey("b", "a".repeat(32))).toBe(key);
    expect(findActionKey("c", "b".repeat(32))).not.toBe(key);
  });
});
