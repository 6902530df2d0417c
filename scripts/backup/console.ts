import path from "node:path";
import { ArchiveError } from "@/lib/archive/archive-error";
import { getDataDir, getEnv } from "@/lib/env/env.server";
import { findRunningDatabase } from "../find-running-database";
import { BackupError } from "./backup-folder";
import type { FileFault } from "./files";

/** The database of this studio. Throws BackupError where it isn't running. */
export async function requireDatabaseUrl(): Promise<string> {
  const url =
    getEnv().DATABASE_DIRECT_URL ?? getEnv().DATABASE_URL ?? (await findRunningDatabase(getDataDir()));
  if (url) return url;
  throw new BackupError(
    "The studio isn't running. Start it with npm start, then run this again in another terminal.",
  );
}

/** A command that can't be read; the message says how it is used. */
export class UsageError extends Error {}

/** Runs a command; errors that are for the person at the console are shown without their stack. Sets the exit code. */
export async function runCommand(run: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await run();
  } catch (error) {
    const isPlain =
      error instanceof BackupError || error instanceof ArchiveError || error instanceof UsageError;
    if (!isPlain) throw error;
    console.error(error.message);
    process.exitCode = error instanceof UsageError ? 2 : 1;
  }
  // The schema engine leaves a timer that would delay the exit by 10 s.
  process.exit();
}

export const inBytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

/** `1 file`, `2 files`. */
export const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? "" : "s"}`;

/** The only argument of a command, if it has one. Throws UsageError where it has others. */
export function readFolder(args: readonly string[], usage: string): string | undefined {
  const [folder] = args;
  if (args.length > 1 || folder?.startsWith("--")) throw new UsageError(usage);
  return folder;
}

/** Lists files that are not what their rows say. @returns the exit code */
export function reportFaults(faults: readonly FileFault[], where: string): number {
  for (const { sha256, fault } of faults) console.error(`${fault}: ${sha256}`);
  if (faults.length === 0) return 0;
  console.error(`Missing or damaged in ${path.resolve(where)}: ${count(faults.length, "file")}`);
  return 1;
}
