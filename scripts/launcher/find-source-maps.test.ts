import { execFile } from "node:child_process";
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { preload } from "./node-options";

const root = path.resolve(import.meta.dirname, "../..");

let folder: string;
let page: string;

beforeAll(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), "source-maps-")));
  page = path.join(folder, ".next/server/[page].js");
  await mkdir(path.dirname(page), { recursive: true });
  await writeFile(page, "module.exports = () => new Error('told');\n//# sourceMappingURL=[page].js.map\n");
  const map = { version: 3, sources: ["../../app/page.tsx"], names: [], mappings: "AASA" };
  await writeFile(`${page}.map`, JSON.stringify(map));
});

afterAll(() => rm(folder, { recursive: true }));

/** What an expression of CommonJS gives in a process that has loaded the page. */
async function evaluate(expression: string): Promise<unknown> {
  const program = `const page = ${JSON.stringify(page)}; require(page);
    const { findSourceMap } = require("node:module"); const { pathToFileURL } = require("node:url");
    console.log(JSON.stringify(${expression} ?? null))`;
  const nodeArguments = [
    ...preload(root, "find-source-maps.mjs"),
    "--input-type=commonjs",
    "--eval",
    program,
  ];
  const { stdout } = await promisify(execFile)(process.execPath, nodeArguments, { cwd: folder });
  return JSON.parse(stdout) as unknown;
}

describe("source maps of compiled pages", () => {
  it("are found when they are asked for, by path and by address", async () => {
    const origin = { fileName: "../../app/page.tsx", lineNumber: 10 };
    expect(await evaluate("findSourceMap(page).findOrigin(1, 1)")).toMatchObject(origin);
    expect(await evaluate("findSourceMap(pathToFileURL(page).href).findOrigin(1, 1)")).toMatchObject(origin);
  });

  it("are not looked for outside of the build, and may be missing or damaged", async () => {
    expect(await evaluate('findSourceMap("/etc/passwd")')).toBeNull();
    expect(await evaluate('findSourceMap("node:fs")')).toBeNull();
    expect(await evaluate('findSourceMap(page + "x")')).toBeNull();
    await writeFile(`${page}.map`, "{");
    expect(await evaluate("findSourceMap(page)")).toBeNull();
  });
});
