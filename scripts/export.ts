// npm run export -- --email <address> [--to <file>]: writes everything of an account into one archive, while the studio runs.
import { createWriteStream } from "node:fs";
import { readFile, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import { ArchiveError } from "@/lib/archive/archive-error";
import { exportAccount } from "@/lib/archive/export-account.server";
import { getDataDir } from "@/lib/env/env.server";
import { getBlobStore } from "@/lib/media/store/get-blob-store.server";
import { count, inBytes, reportFaults, requireDatabaseUrl, runCommand, UsageError } from "./backup/console";

const usage = `usage: npm run export -- --email <address of the account> [--to <file>]

Writes everything of the account into one archive. Look through it with any browser (index.html), or bring it into
another studio with npm run import.`;

function readArguments(args: string[]): { email: string; to: string } {
  try {
    const { email, to } = parseArgs({
      args,
      options: { email: { type: "string" }, to: { type: "string" } },
    }).values;
    if (!email) throw new UsageError(usage);
    const file = to ?? `reverie-${new Date().toISOString().slice(0, 10)}.zip`;
    return { email, to: path.resolve(process.env.INIT_CWD || process.cwd(), file) };
  } catch (cause) {
    throw new UsageError(usage, { cause });
  }
}

async function main(args: string[]): Promise<number> {
  const { email, to } = readArguments(args);
  const { version } = JSON.parse(await readFile("package.json", "utf8")) as { version: string };
  const studio = { databaseUrl: await requireDatabaseUrl(), store: await getBlobStore() };
  await requireFree(to);
  const draft = `${to}.part`;
  try {
    const manifest = await exportAccount({ ...studio, email, studio: version }, async (bytes) => {
      // It holds prompts and results: only for whoever runs this.
      const file = createWriteStream(draft, { mode: 0o600, flush: true, highWaterMark: 1024 * 1024 });
      await pipeline(bytes, file);
    });
    await rename(draft, to);
    const rows = Object.values(manifest.rows).reduce((sum, table) => sum + table.rows, 0);
    console.log(
      `Exported ${count(rows, "row")} and ${count(manifest.assets.count, "file")} (${inBytes(manifest.assets.bytes)}) to ${to}`,
    );
    if (manifest.underWay > 0) {
      console.log(`Left out, because they are under way: ${count(manifest.underWay, "generation")}`);
    }
    return reportFaults(manifest.faults, getDataDir());
  } finally {
    await rm(draft, { force: true });
  }
}

async function requireFree(file: string): Promise<void> {
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (found) throw new ArchiveError(`${file} exists already. Name another file with --to.`);
}

await runCommand(() => main(process.argv.slice(2)));
