// npm run db:generate: writes lib/db/generated when prisma/schema.prisma has changed.
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";

const projectDir = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/**
 * @param {string} [root]
 * @returns {Promise<boolean>} whether the client had to be written
 */
export async function generateDatabaseClient(root = projectDir) {
  const stampFile = path.join(root, "lib/db/generated/.schema-sha256");
  const hash = createHash("sha256");
  const inputs = ["prisma/schema.prisma", "prisma.config.ts", "scripts/generate-database-client.mjs"];
  for (const file of [...inputs, "node_modules/prisma/package.json"]) {
    hash.update(await readFile(path.join(root, file)));
  }
  const wanted = hash.digest("hex");
  if (existsSync(stampFile) && (await readFile(stampFile, "utf8")) === wanted) return false;

  await promisify(execFile)(
    process.execPath,
    [path.join(root, "node_modules/prisma/build/index.js"), "generate"],
    {
      cwd: root,
      // The command downloads a schema engine unless this names a program, although it does not use one. Never set it for
      // other commands: they would report success and do nothing.
      env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, PRISMA_HIDE_UPDATE_MESSAGE: "1" },
    },
  );
  await readCompilerFromFile(path.join(root, "lib/db/generated/internal/class.ts"));
  await writeFile(stampFile, wanted);
  return true;
}

/**
 * Lets the generated client read its query compiler from the file that it would import. An imported module stays in memory:
 * 2.3 MB as its source, and again as its value (docs/decisions/0024).
 * @param {string} file
 */
async function readCompilerFromFile(file) {
  const client = await readFile(file, "utf8");
  const changed = client.replace(
    /const \{ wasm \} = await import\("(@prisma\/client\/runtime\/[\w.]+\.wasm-base64)\.mjs"\)/,
    (_, module) => `const { readFile } = await import("node:fs/promises")
    const { createRequire } = await import("node:module")
    const fromProject = createRequire(process.cwd() + "/package.json")
    const text = await readFile(fromProject.resolve("${module}.js"), "latin1")
    const wasm = text.slice(text.indexOf('"') + 1, text.lastIndexOf('"'))`,
  );
  if (changed === client) throw new Error(`${file} imports its query compiler in another way than expected.`);
  await writeFile(file, changed);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const written = await generateDatabaseClient();
  console.log(written ? "Wrote lib/db/generated." : "lib/db/generated is up to date.");
}
