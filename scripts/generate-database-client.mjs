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
  for (const file of ["prisma/schema.prisma", "prisma.config.ts", "node_modules/prisma/package.json"]) {
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
  await writeFile(stampFile, wanted);
  return true;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const written = await generateDatabaseClient();
  console.log(written ? "Wrote lib/db/generated." : "lib/db/generated is up to date.");
}
