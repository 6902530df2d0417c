import path from "node:path";
import { EnvError, parseEnv } from "@/lib/env/env.server";
import { findChromium } from "../bootstrap/find-chromium.mjs";
import { findRunningInstance, type LockHolder } from "../bootstrap/instance-lock.mjs";
import { checkDataFolder, checkSecret } from "./check-data-folder";
import { checkDatabase } from "./check-database";
import { checkService } from "./check-service";
import { type Finding, describeFinding } from "./finding";

async function checkInstance(instance: LockHolder | null): Promise<Finding> {
  const subject = "studio";
  if (!instance) return { state: "ok", subject, message: "not running; start it with npm start" };
  const { address, pid } = instance;
  if (!address) return { state: "note", subject, message: `process ${pid} is starting` };
  try {
    const response = await fetch(`${address}/api/health`, { signal: AbortSignal.timeout(5_000) });
    if (response.ok) return { state: "ok", subject, message: `running at ${address} (process ${pid})` };
    throw new Error(`HTTP ${response.status}`);
  } catch (error) {
    return {
      state: "fault",
      subject,
      message: `process ${pid} is running, but ${address} doesn't respond (${(error as Error).message})`,
      remedy: `See the logs in the data folder. To restart: kill ${pid}, then npm start.`,
    };
  }
}

function checkSettings(): Finding[] {
  try {
    parseEnv(process.env);
    return [{ state: "ok", subject: "settings", message: "valid" }];
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    return error.problems.map(({ name, message }) => ({
      state: "fault" as const,
      subject: "settings",
      message: `${name}: ${message}`,
      remedy: `Correct ${name} in the environment or in .env.`,
    }));
  }
}

function checkBrowser(): Finding {
  const program = findChromium();
  return program
    ? { state: "ok", subject: "browser for tests", message: program }
    : {
        state: "note",
        subject: "browser for tests",
        message: "none; npm test needs Chromium or CHROME_PATH",
      };
}

async function examine(): Promise<Finding[]> {
  const findings: Finding[] = [{ state: "ok", subject: "Node.js of the project", message: process.version }];
  const settings = checkSettings();
  findings.push(...settings);
  const dataDir = path.resolve(process.env.STUDIO_DATA_DIR || ".data");
  const secretIsGiven = Boolean(process.env.STUDIO_SECRET);
  findings.push(...(await checkDataFolder(dataDir)), checkSecret(dataDir, secretIsGiven));
  const instance = findRunningInstance(path.join(dataDir, "studio.lock"));
  findings.push(await checkInstance(instance));
  findings.push(...(await checkDatabase(dataDir, process.env.DATABASE_URL || undefined)));
  // Invalid settings leave the connection unknown.
  if (settings.every(({ state }) => state === "ok")) {
    // This check encrypts and decrypts nothing, so any secret will do.
    process.env.STUDIO_SECRET ||= "a secret that seals nothing, for this look only";
    findings.push(await checkService(parseEnv(process.env), dataDir, instance !== null));
  }
  findings.push(checkBrowser());
  return findings;
}

const findings = await examine();
for (const finding of findings) console.log(describeFinding(finding));
const faults = findings.filter(({ state }) => state === "fault").length;
console.log(
  faults === 0 ? "\nNo problems found." : `\n${faults} ${faults === 1 ? "problem" : "problems"} found.`,
);
process.exitCode = faults === 0 ? 0 : 1;
