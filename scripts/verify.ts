// npm run verify [-- <folder>]: compares every row with every byte, of the running studio or of a backup.
import { getDataDir } from "@/lib/env/env.server";
import { getBlobStore } from "@/lib/media/store/get-blob-store.server";
import { damagedFolder } from "./backup/backup-folder";
import { count, readFolder, reportFaults, requireDatabaseUrl, runCommand } from "./backup/console";
import { verifyBackup, verifyStudio } from "./backup/studio-backup";

const usage = `usage: npm run verify [-- <folder of a backup>]

Without a folder, the running studio is verified.`;

async function main(args: string[]): Promise<number> {
  const folder = readFolder(args, usage);
  if (folder === undefined) {
    const studio = { databaseUrl: await requireDatabaseUrl(), store: await getBlobStore() };
    const { files, faults } = await verifyStudio(studio);
    console.log(
      `Compared ${count(files, "file")} of the studio with its rows: ${count(faults.length, "fault")}`,
    );
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

await runCommand(() => main(process.argv.slice(2)));
