import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { statfs } from "node:fs/promises";
import path from "node:path";
import type { Finding } from "./finding";

const neededBytes = 500e6;
const comfortableBytes = 5e9;

const inGigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`;

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === "ENOENT";
}

/** Checks that the data folder is writable and has free space. */
export async function checkDataFolder(dataDir: string): Promise<Finding[]> {
  const subject = "data folder";
  try {
    if (!statSync(dataDir).isDirectory()) {
      return [
        {
          state: "fault",
          subject,
          message: `${dataDir} is a file`,
          remedy: "Set STUDIO_DATA_DIR to a folder.",
        },
      ];
    }
  } catch (error) {
    if (!isMissing(error)) throw error;
    return [{ state: "ok", subject, message: `${dataDir} doesn't exist yet; npm start creates it` }];
  }
  try {
    rmSync(mkdtempSync(path.join(dataDir, "doctor-")), { recursive: true });
  } catch (error) {
    return [
      {
        state: "fault",
        subject,
        message: `${dataDir} isn't writable (${(error as Error).message})`,
        remedy:
          "Start Reverie as the user that owns the folder, or give the folder to this user with chown -R.",
      },
    ];
  }
  const { bavail, bsize } = await statfs(dataDir);
  const free = bavail * bsize;
  const room: Finding =
    free < neededBytes
      ? {
          state: "fault",
          subject: "free space",
          message: `${inGigabytes(free)} in ${dataDir}`,
          remedy: "Free some space, or set STUDIO_DATA_DIR to a folder on a larger disk.",
        }
      : {
          state: free < comfortableBytes ? "note" : "ok",
          subject: "free space",
          message: `${inGigabytes(free)} in ${dataDir}`,
        };
  return [{ state: "ok", subject, message: dataDir }, room];
}

/** Checks that the secret, which encrypts API keys, exists and is private. */
export function checkSecret(dataDir: string, fromEnvironment: boolean): Finding {
  const subject = "secret";
  if (fromEnvironment) return { state: "ok", subject, message: "STUDIO_SECRET is set" };
  const file = path.join(dataDir, "secret");
  try {
    if ((statSync(file).mode & 0o077) !== 0 && process.platform !== "win32") {
      return {
        state: "fault",
        subject,
        message: `other users can read ${file}`,
        remedy: `chmod 600 ${file}`,
      };
    }
    if (readFileSync(file, "utf8").trim().length < 32) {
      return {
        state: "fault",
        subject,
        message: `${file} is damaged`,
        remedy: "Restore it from a backup. If you delete it, everyone must enter their API key again.",
      };
    }
    return { state: "ok", subject, message: file };
  } catch (error) {
    if (!isMissing(error)) throw error;
    return { state: "ok", subject, message: "none yet; npm start creates it" };
  }
}
