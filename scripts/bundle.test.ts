import { mkdtemp, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bundleTogether, stopCompiler } from "./bundle.mjs";

describe("programs that are compiled together", () => {
  let root: string;
  const entries = ["first.ts"];
  const compile = () => bundleTogether(root, entries, "out");
  const readOutput = () => readFile(path.join(root, "out/first.mjs"), "utf8");
  /** Dated a minute ago, like files of a checkout. */
  async function write(name: string, text: string, ageMs = 60_000): Promise<void> {
    const file = path.join(root, name);
    await writeFile(file, text);
    const at = new Date(Date.now() - ageMs);
    await utimes(file, at, at);
  }

  beforeEach(async () => {
    root = await mkdtemp(path.join(tmpdir(), "bundle-"));
    await write("tsconfig.json", "{}");
    await write("package-lock.json", "{}");
    await write("first.ts", 'import { word } from "./second"; console.log(word);');
    await write("second.ts", 'export const word = "old";');
  });
  afterEach(async () => {
    await stopCompiler();
    await rm(root, { recursive: true });
  });

  it("are compiled again only when a file that they consist of has changed", async () => {
    expect(await compile()).toBe(true);
    expect(await compile()).toBe(false);
    await write("second.ts", 'export const word = "new";', 30_000);
    expect(await compile()).toBe(true);
    expect(await readOutput()).toContain('"new"');
  });

  it("are compiled again when a file is gone, the record is damaged or the entries differ", async () => {
    await compile();
    await writeFile(path.join(root, "out/compiled-from.json"), "{");
    expect(await compile()).toBe(true);
    await write("other.ts", "export {};");
    expect(await bundleTogether(root, ["first.ts", "other.ts"], "out")).toBe(true);
    await rm(path.join(root, "second.ts"));
    await expect(compile()).rejects.toThrow("second");
  });

  it("are compiled again when a file was written while they were compiled", async () => {
    await write("second.ts", 'export const word = "meanwhile";', -60_000);
    expect(await compile()).toBe(true);
    expect(await compile()).toBe(true);
  });
});
