import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { createGunzip } from "node:zlib";
import { BackupError, type Manifest, tableFile } from "./backup-folder";

/** The rows of a dumped table as JSON texts. Throws BackupError at the end if they are not those of the manifest. */
export async function* readTable(
  snapshot: string,
  table: Manifest["tables"][number],
): AsyncGenerator<string> {
  const file = tableFile(snapshot, table.name);
  const hash = createHash("sha256");
  let rows = 0;
  const source = createReadStream(file);
  const unzipped = createGunzip();
  source.on("error", (error) => unzipped.destroy(error));
  try {
    // A carriage return inside a text is escaped in JSON.
    for await (const line of createInterface({ input: source.pipe(unzipped), crlfDelay: Infinity })) {
      hash.update(`${line}\n`);
      rows += 1;
      yield line;
    }
  } catch (cause) {
    throw new BackupError(`${file} can't be read.`, { cause });
  } finally {
    source.destroy();
  }
  if (rows !== table.rows || hash.digest("hex") !== table.sha256) {
    throw new BackupError(`${file} is damaged: its rows are not those that were saved.`);
  }
}
