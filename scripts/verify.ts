// npm run verify [-- <folder>]: compares every row with every byte, of the running studio or of a backup.
import { getDataDir } from "@/lib/env/env.server";
import type { UnnamedFiles } from "@/lib/media/removal/compare-store.server";
import { orphanDays } from "@/lib/media/removal/sweep-store.server";
import { getBlobStore } from "@/lib/media/store/get-blob-store.server";
import { damagedFolder } from "./backup/backup-folder";
import { count, inBytes, readFolder, reportFaults, requireDatabaseUrl, runCommand } from "./backup/console";
import { verifyBackup, verifyStudio } from "./backup/studio-backup";

const usage = `usage: npm run verify [-- <folder of a backup>]

Without a folder, the running studio is verified.`;

async function main(args: string[]): Promise<number> {
  const folder = readFolder(args, usage);
  if (folder === undefined) {
    const studio = { databaseUrl: await requireDatabaseUrl(), store: await getBlobStore() };
    const { files, faults, orphans } = await verifyStudio(studio);
    console.log(
      `Compared ${count(files, "file")} of the studio with its rows: ${count(faults.length, "fault")}`,
    );
    reportOrphans(orphans);
    return reportFaults(faults, getDataDir());
  }
  const { snapshot, rows, files, faults, setAside } = await verifyBackup(folder);
  console.log(
    `Compared ${count(rows, "row")} and ${count(files, "file")} of ${snapshot}: ${count(faults.length, "fault")}`,
  );
  const exitCode = reportFaults(faults, folder);
  if (setAside > 0) {
    console.error(
      `Moved to ${damagedFolder(folder)}: ${count(setAside, "file")}. The next backup copies what is damaged again.`,
    );
  }
  return exitCode;
}

/** They are no fault: nothing is lost, and the worker removes them. */
function reportOrphans(orphans: readonly UnnamedFiles[]): void {
  if (orphans.length === 0) return;
  for (const { sha256, bytes } of orphans) console.log(`no row: ${sha256} (${inBytes(bytes)})`);
  const bytes = orphans.reduce((sum, file) => sum + file.bytes, 0);
  console.log(
    `Files without a row: ${orphans.length} (${inBytes(bytes)}). The worker notes them once a day and removes them ${orphanDays} days later.`,
  );
}

await runCommand(() => main(process.argv.slice(2)));
