// npm run restore -- <folder>: restores the latest snapshot of a backup into an empty data folder (STUDIO_DATA_DIR), and an
// empty database where DATABASE_URL names one.
import { mkdir, readdir } from "node:fs/promises";
import path from "node:path";
import { getDirectDatabaseUrl } from "@/lib/db/database.server";
import { startEmbeddedPostgres } from "@/lib/db/embedded-postgres.server";
import { getDataDir, getEnv } from "@/lib/env/env.server";
import { getBlobStore } from "@/lib/media/store/get-blob-store.server";
import { BackupError, openLatestSnapshot } from "./backup/backup-folder";
import { count, inBytes, readFolder, reportFaults, runCommand, UsageError } from "./backup/console";
import { requireKnownVersion } from "./backup/restore-database";
import { placeSecret, restoreStudio, verifyStudio } from "./backup/studio-backup";
import { takeInstanceLock } from "./bootstrap/instance-lock.mjs";

const usage = `usage: npm run restore -- <folder of a backup>

Restores its latest snapshot into the data folder (STUDIO_DATA_DIR), which must be empty.`;

async function main(args: string[]): Promise<number> {
  const folder = readFolder(args, usage);
  if (folder === undefined) throw new UsageError(usage);
  // Before anything is created, so that the same command works after an update.
  await requireKnownVersion((await openLatestSnapshot(folder)).manifest);
  const dataDir = getDataDir();
  await ensureEmpty(dataDir);
  const lock = takeInstanceLock(path.join(dataDir, "studio.lock"));
  const server = getEnv().DATABASE_URL ? null : await startServer(dataDir);
  try {
    const studio = { databaseUrl: server?.url ?? getDirectDatabaseUrl(), store: await getBlobStore() };
    const { snapshot, manifest, migrated, faults } = await restoreStudio(studio, { folder });
    if (migrated.length > 0) console.log(`Applied ${count(migrated.length, "migration")} of this version.`);
    const verified = await verifyStudio(studio);
    // A file that the backup lacks is missing in the studio, too.
    const lacking = new Set(faults.map(({ sha256 }) => sha256));
    const lost = [...faults, ...verified.faults.filter(({ sha256 }) => !lacking.has(sha256))];
    console.log(
      `Restored all rows and ${verified.files - lost.length} of ${count(verified.files, "file")} ` +
        `(${inBytes(manifest.files.bytes)}) from ${snapshot}`,
    );
    if (!(await placeSecret(snapshot, dataDir))) {
      console.log(
        'The backup has no secret. Put the old one into STUDIO_SECRET or the file "secret" of the data folder before you ' +
          "start, or everyone enters their API key and signs in again.",
      );
    }
    return reportFaults(lost, folder);
  } finally {
    await server?.stop();
    lock.release();
  }
}

function startServer(dataDir: string) {
  return startEmbeddedPostgres({
    clusterDir: path.join(dataDir, "postgres"),
    passwordFile: path.join(dataDir, "postgres-password"),
    logFile: path.join(dataDir, "logs/postgres.log"),
  });
}

/** Creates the data folder like scripts/start.mjs. */
async function ensureEmpty(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  if ((await readdir(dataDir)).length === 0) return;
  throw new BackupError(
    `${dataDir} is not empty. Set STUDIO_DATA_DIR to a new folder, or move this one away.`,
  );
}

await runCommand(() => main(process.argv.slice(2)));
