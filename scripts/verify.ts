// npm run verify [-- <folder>]: compares every row with every byte, of the running studio or of a backup.
import { getDataDir } from "@/lib/env/env.server";
import { getBlobStore } from "@/lib/media/store/get-blob-store.server";
import { damagedFolder } from "./backup/backup-folder";
import { reportFaults, requireDatabaseUrl, runCommand } from "./backup/console";
import { verifyBackup, verifyStudio } from "./backup/studio-backup";

async function main(folder: string | undefined): Promise<number> {
  if (folder === undefined) {
    const studio = { databaseUrl: await requireDatabaseUrl(), store: await getBlobStore() };
    const { files, faults } = await verifyStudio(studio);
    console.log(`Compared ${files} files of the studio with their rows: ${faults.length} faults`);
    return reportFaults(faults, getDataDir());
  }
  const { snapshot, rows, files, faults, setAside } = await verifyBackup(folder);
  console.log(`Compared ${rows} rows and ${files} files of ${snapshot}: ${faults.length} faults`);
  if (setAside > 0) {
    console.error(
      `${setAside} damaged files are now in ${damagedFolder(folder)}. The next backup copies them again.`,
    );
  }
  return reportFaults(faults, folder);
}

await runCommand(() => main(process.argv[2]));
