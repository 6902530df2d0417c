import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/lib/db/test-database.server";

const root = path.resolve(import.meta.dirname, "..");
let test: TestDatabase;
let dataDir: string;

beforeAll(async () => {
  [test, dataDir] = await Promise.all([
    createTestDatabase(),
    mkdtemp(path.join(tmpdir(), "reverie-password-")),
  ]);
});
afterAll(async () => {
  await test.drop();
  await rm(dataDir, { recursive: true, force: true });
});

async function run(...[email, settings = {}]: [string?, Record<string, string>?]) {
  const script = [path.join(root, "scripts/run-typescript.mjs"), "scripts/reset-password.ts"];
  const child = spawn(
    process.execPath,
    ["--conditions=react-server", ...script, ...(email === undefined ? [] : [email])],
    {
      cwd: root,
      env: { PATH: process.env.PATH, STUDIO_DATA_DIR: dataDir, ...settings } as unknown as NodeJS.ProcessEnv,
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, output };
}

it("prints a new password for somebody, and says what is wrong otherwise", async () => {
  const email = "ada@example.test";
  await test.database.user.create({ data: { email, name: "Ada", role: "owner" } });
  const database = { DATABASE_URL: test.url };
  const found = await run(email, database);
  expect(found.output).toMatch(/New password for ada@example\.test: [\w-]{24}\n/);
  expect(found.code).toBe(0);
  expect(await run("bob@example.test", database)).toEqual({
    code: 1,
    output: "No account in this studio uses bob@example.test.\n",
  });
  expect(await run(email)).toMatchObject({
    code: 1,
    output: expect.stringContaining("isn't running") as string,
  });
  expect(await run()).toMatchObject({ code: 2 });
});
