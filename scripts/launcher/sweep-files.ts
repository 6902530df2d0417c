import { readdirSync, rmSync, statSync } from "node:fs";
import path from "node:path";

/** Files that are written beside their target and then moved to it. */
const temporaryName = /^(studio\.lock|secret|postgres-password)\.(stale-)?[0-9a-f-]{36}$/;

/** Another start of the studio may be writing a younger one. */
const minimumAgeMs = 60_000;

/** Removes temporary files that a killed launcher left in the data folder. */
export function sweepTemporaryFiles(dataDir: string): void {
  for (const name of readdirSync(dataDir).filter((each) => temporaryName.test(each))) {
    const file = path.join(dataDir, name);
    const age = Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Infinity);
    if (age > minimumAgeMs) rmSync(file, { force: true });
  }
}
