import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { locatePostgresBinaries } from "@/lib/db/embedded/postgres-binaries.server";
import { getMigrationStatus } from "@/lib/db/migration-status.server";
import { findRunningDatabase } from "../find-running-database";
import type { Finding } from "./finding";

const subject = "database";

/** Checks that the database responds and fits this version. Never starts the embedded one. */
export async function checkDatabase(dataDir: string, givenUrl: string | undefined): Promise<Finding[]> {
  if (givenUrl)
    return [await checkServer(givenUrl, "Check DATABASE_URL and that PostgreSQL is running there.")];
  let majorVersion: string;
  try {
    ({ majorVersion } = await locatePostgresBinaries());
  } catch (error) {
    return [{ state: "fault", subject, message: (error as Error).message, remedy: "Run npm ci." }];
  }
  const clusterDir = path.join(dataDir, "postgres");
  if (!existsSync(clusterDir)) return [{ state: "ok", subject, message: "none yet; npm start creates it" }];
  const damage = await findDamage(clusterDir, majorVersion);
  if (damage) return [damage];
  const url = await findRunningDatabase(dataDir);
  if (!url) return [{ state: "ok", subject, message: "not running; start it with npm start" }];
  return [await checkServer(url, `See ${path.join(dataDir, "logs/postgres.log")}, then start again.`)];
}

async function findDamage(clusterDir: string, majorVersion: string): Promise<Finding | null> {
  try {
    const version = (await readFile(path.join(clusterDir, "PG_VERSION"), "utf8")).trim();
    if (version === majorVersion) return null;
    return {
      state: "fault",
      subject,
      message: `${clusterDir} was created by PostgreSQL ${version}; this version of Reverie uses ${majorVersion}`,
      remedy:
        "Export it with the previous version of Reverie (pg_dump), move the folder away, start, and import the dump.",
    };
  } catch (error) {
    return {
      state: "fault",
      subject,
      message: `${clusterDir} can't be read as a database (${(error as Error).message})`,
      remedy: "Restore it from a backup, or move it away to start with an empty library.",
    };
  }
}

async function checkServer(url: string, remedy: string): Promise<Finding> {
  try {
    const { pending, ahead, tooNew, edited } = await getMigrationStatus(url);
    if (tooNew.length > 0) {
      return {
        state: "fault",
        subject,
        message: `a newer version of Reverie changed it so that this one can't use it (${tooNew.join(", ")})`,
        remedy: "Update Reverie, or restore the backup made before the update.",
      };
    }
    if (edited.length > 0) {
      return {
        state: "fault",
        subject,
        message: `applied migrations were edited (${edited.join(", ")})`,
        remedy: "Restore prisma/migrations from version control.",
      };
    }
    if (pending.length > 0) {
      return {
        state: "note",
        subject,
        message: `reachable; npm start will apply ${pending.length} migrations`,
      };
    }
    if (ahead.length > 0) {
      return {
        state: "note",
        subject,
        message: `reachable; a newer version of Reverie added to it (${ahead.join(", ")}), and this one can use it`,
      };
    }
    return { state: "ok", subject, message: "reachable and up to date" };
  } catch (error) {
    return { state: "fault", subject, message: `no response (${(error as Error).message})`, remedy };
  }
}
