import { spawn } from "node:child_process";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import packageJson from "@/package.json" with { type: "json" };
import { createEmptyTestDatabase, createTestDatabase } from "@/lib/db/test-database.server";

const root = path.resolve(import.meta.dirname, "..");
let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), "reverie-doctor-"));
});

afterEach(() => rm(dataDir, { recursive: true, force: true }));

async function examine(
  settings: Record<string, string> = {},
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [path.join(root, "scripts/doctor.mjs")], {
    cwd: tmpdir(),
    env: {
      PATH: process.env.PATH ?? "",
      STUDIO_DATA_DIR: dataDir,
      ...settings,
    } as unknown as NodeJS.ProcessEnv,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, output };
}

describe("npm run doctor", () => {
  it("finds nothing wrong before the first start", async () => {
    const { code, output } = await examine();
    expect(output).toContain("No problems found.");
    expect(output).toContain(`version: Reverie ${packageJson.version}\n`);
    expect(code).toBe(0);
  });

  it.each<[string, Record<string, string>, string[]]>([
    [
      "settings that are not understood",
      { PORT: "many", STUDIO_SECRET: "short" },
      ["settings: PORT", "STUDIO_SECRET: at least 32 characters"],
    ],
    [
      "a database and a service that are away",
      {
        DATABASE_URL: "postgresql://127.0.0.1:9/x",
        STUDIO_SERVICE_BASE_URL: "http://127.0.0.1:9",
        STUDIO_SERVICE_API_KEY: "key",
      },
      ["database: no response", "service: http://127.0.0.1:9: unreachable"],
    ],
    [
      "a connection without a key",
      { STUDIO_SERVICE_BASE_URL: "http://127.0.0.1:9" },
      ["the default connection is incomplete"],
    ],
  ])("tells of %s and how to mend it", async (_what, settings, findings) => {
    const { code, output } = await examine(settings);
    for (const words of findings) expect(output).toContain(words);
    expect(output.split("Fix: ")).toHaveLength(findings.length + 1);
    expect(code).toBe(1);
  });

  it("tells of a secret that others may read, and of a database folder of another version", async () => {
    await writeFile(path.join(dataDir, "secret"), "x".repeat(40));
    await chmod(path.join(dataDir, "secret"), 0o644);
    await mkdir(path.join(dataDir, "postgres"));
    await writeFile(path.join(dataDir, "postgres/PG_VERSION"), "12\n");
    const { code, output } = await examine();
    expect(output).toContain("chmod 600");
    expect(output).toContain("PostgreSQL 12");
    expect(code).toBe(1);
  });

  it("tells a migrated database from an empty one", async () => {
    const [migrated, empty] = await Promise.all([createTestDatabase(), createEmptyTestDatabase()]);
    try {
      expect((await examine({ DATABASE_URL: migrated.url })).output).toContain(
        "database: reachable and up to date",
      );
      expect((await examine({ DATABASE_URL: empty.url })).output).toMatch(
        /npm start will apply \d+ migrations/,
      );
    } finally {
      await Promise.all([migrated.drop(), empty.drop()]);
    }
  });
});
