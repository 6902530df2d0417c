// npm run backup -- <folder> --with-secret|--without-secret: saves the studio while it runs. Into the same folder again, it
// copies only new files.
import { readFile } from "node:fs/promises";
import path from "node:path";
import { getDataDir, getEnv } from "@/lib/env/env.server";
import { getBlobStore } from "@/lib/media/store/get-blob-store.server";
import { count, inBytes, reportFaults, requireDatabaseUrl, runCommand, UsageError } from "./backup/console";
import { backUpStudio } from "./backup/studio-backup";

const usage = `usage: npm run backup -- <folder> --with-secret|--without-secret

With the instance secret, whoever has the backup can read the API keys in it. Without, the keys can only be read if you
keep the secret elsewhere.`;

async function main(args: string[]): Promise<number> {
  const [folder, ...rest] = args.filter((argument) => !argument.startsWith("--"));
  const withSecret = args.includes("--with-secret");
  if (!folder || rest.length > 0 || withSecret === args.includes("--without-secret")) {
    throw new UsageError(usage);
  }
  const studio = { databaseUrl: await requireDatabaseUrl(), store: await getBlobStore() };
  const secret = withSecret ? await readSecret() : null;
  const { snapshot, manifest, copied, copiedBytes, replaced, faults } = await backUpStudio(studio, {
    folder,
    secret,
  });
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(
    `Saved ${count(rows, "row")} and ${count(manifest.files.count, "file")} (${inBytes(manifest.files.bytes)}) in ${snapshot}`,
  );
  const ofWhich = replaced > 0 ? `; damaged copies replaced: ${replaced}` : "";
  console.log(`Copied ${count(copied, "file")} (${inBytes(copiedBytes)}) that the backup lacked${ofWhich}`);
  if (faults.length > 0) console.error("The studio itself lacks files; see below. The rest is saved.");
  return reportFaults(faults, getDataDir());
}

async function readSecret(): Promise<string> {
  return getEnv().STUDIO_SECRET ?? (await readFile(path.join(getDataDir(), "secret"), "utf8")).trim();
}

await runCommand(() => main(process.argv.slice(2)));
