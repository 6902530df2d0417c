import { spawn } from "node:child_process";
import { createHmac, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { chown, mkdir, readFile, readdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { type PostgresAccount, giveFolderTo } from "./postgres-account.server";
import type { PostgresBinaries } from "./postgres-binaries.server";

/** The superuser, which only the launcher uses. */
export const adminName = "reverie";
/** The studio's role, which owns its database and nothing else, and its database. */
export const roleName = "reverie_studio";
export const databaseName = "reverie";

export type ClusterPaths = {
  /** PostgreSQL's data folder. */
  clusterDir: string;
  /** The superuser's password, in a file that only its owner can read. */
  passwordFile: string;
};

/** A data folder that can't be used; the message has instructions. */
export class ClusterError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "ClusterError";
  }
}

const lcCtype: Partial<Record<NodeJS.Platform, string>> = { linux: "C.UTF-8", darwin: "UTF-8" };

/** Creates the data folder if it is missing. It gets its final name only once complete. */
export async function ensureCluster(
  binaries: PostgresBinaries,
  account: PostgresAccount,
  { clusterDir }: ClusterPaths,
  options: { sync: boolean },
): Promise<void> {
  if (existsSync(clusterDir)) {
    await assertUsable(binaries, clusterDir);
    await giveFolderTo(account, clusterDir);
    return;
  }
  const workDir = `${clusterDir}.new`;
  await rm(workDir, { recursive: true, force: true });
  await mkdir(workDir, { mode: 0o700, recursive: true });
  if (account.fileOwner) await chown(workDir, account.fileOwner.uid, account.fileOwner.gid);
  await runProgram(account, binaries.initdb, [
    `--pgdata=${workDir}`,
    `--username=${adminName}`,
    "--encoding=UTF8",
    // The built-in provider sorts the same on every machine; the character type lets pg_trgm recognise letters
    // of all scripts.
    "--locale=C",
    ...(lcCtype[process.platform] ? [`--lc-ctype=${lcCtype[process.platform]}`] : []),
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--auth-local=reject",
    "--auth-host=scram-sha-256",
    "--no-instructions",
    ...(options.sync ? [] : ["--no-sync"]),
  ]);
  await rename(workDir, clusterDir);
}

async function assertUsable(binaries: PostgresBinaries, clusterDir: string): Promise<void> {
  let version: string;
  try {
    version = (await readFile(path.join(clusterDir, "PG_VERSION"), "utf8")).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EACCES") {
      throw new ClusterError(
        `The database folder ${clusterDir} belongs to another user. Start Reverie as the user that created it, or ` +
          "give the data folder to this one with chown -R.",
        { cause: error },
      );
    }
    const found = (await readdir(clusterDir)).length;
    throw new ClusterError(
      `${clusterDir} is not a PostgreSQL data folder: PG_VERSION is missing and ${found} other entries are there. ` +
        "Restore it from a backup, or move it away to start with an empty library.",
      { cause: error },
    );
  }
  if (version !== binaries.majorVersion) {
    throw new ClusterError(
      `The database in ${clusterDir} was created by PostgreSQL ${version}; this version of Reverie uses PostgreSQL ` +
        `${binaries.majorVersion}. Export it with the previous version of Reverie (pg_dump), move the folder away, start this ` +
        "one, and import the dump.",
    );
  }
}

/**
 * The superuser's password. If its file is missing, sets a new one in PostgreSQL's single-user mode, so no server
 * may be running on the folder.
 */
export async function ensurePassword(
  binaries: PostgresBinaries,
  account: PostgresAccount,
  { clusterDir, passwordFile }: ClusterPaths,
): Promise<string> {
  const existing = await findAdminPassword({ passwordFile });
  if (existing) return existing;
  const password = randomBytes(24).toString("hex");
  await runProgram(
    account,
    binaries.postgres,
    ["--single", "-D", clusterDir, "postgres"],
    `ALTER ROLE ${adminName} PASSWORD '${password}'\n`,
  );
  await writeFile(`${passwordFile}.new`, password, { mode: 0o600 });
  await rename(`${passwordFile}.new`, passwordFile);
  return password;
}

/** The password of the studio's role; null without the superuser's. */
export async function findPassword(paths: ClusterPaths): Promise<string | null> {
  const adminPassword = await findAdminPassword(paths);
  return adminPassword && deriveStudioPassword(adminPassword);
}

/** The password of the studio's role. It doesn't reveal that of the superuser, from which it follows. */
export function deriveStudioPassword(adminPassword: string): string {
  return createHmac("sha256", adminPassword).update(roleName).digest("hex");
}

/** The superuser's password; null without its file. */
export async function findAdminPassword({
  passwordFile,
}: Pick<ClusterPaths, "passwordFile">): Promise<string | null> {
  try {
    return (await readFile(passwordFile, "utf8")).trim() || null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** Nothing of the studio's own environment. Next's types require NODE_ENV, which PostgreSQL ignores. */
export const programEnvironment = { NODE_ENV: "production", TZ: "UTC", LANG: "C" } as const;

async function runProgram(
  account: PostgresAccount,
  program: string,
  programArguments: string[],
  input = "",
): Promise<void> {
  const [command = program, ...rest] = [...account.commandPrefix, program, ...programArguments];
  const child = spawn(command, rest, {
    ...account.spawnOptions,
    // The account may not be able to enter the caller's folder.
    cwd: "/",
    env: programEnvironment,
    stdio: ["pipe", "pipe", "pipe"],
  });
  let output = "";
  const collect = (chunk: Buffer) => (output = (output + chunk.toString()).slice(-8_000));
  child.stdout.on("data", collect);
  child.stderr.on("data", collect);
  child.stdin.on("error", () => {}); // A program that exits early closes its input; its exit code is checked below.
  child.stdin.end(input);
  const code = await new Promise<number | string>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (exitCode, signal) => resolve(exitCode ?? signal ?? "unknown"));
  });
  if (code !== 0 || /^.*(FATAL|PANIC|ERROR): /m.test(output)) {
    throw new ClusterError(`${path.basename(program)} failed (${code}):\n${lastLines(output, 8)}`);
  }
}

/** The last non-empty lines, for an error message. */
export function lastLines(text: string, count: number): string {
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .slice(-count)
    .join("\n");
}
