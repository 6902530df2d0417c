// The studio of a checkout while it is upgraded: found, stopped and started. Runs on Node 20.9 with nothing installed.
import { execFileSync, spawn } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { findRunningInstance, isHolderAlive } from "../bootstrap/instance-lock.mjs";
import { upgradeFolder } from "./state.mjs";
import { UpgradeError } from "./upgrade-error.mjs";

const pollMs = 200;
const healthMs = 5_000;
/** Beyond STUDIO_STOP_SECONDS, for the parts of a stop that the setting doesn't cover. */
const stopSlackMs = 30_000;
const defaultStopSeconds = 10;

/** Settings of a studio, and what it reaches networks and stores with. */
const isSetting = (name) =>
  /^(STUDIO_|DATABASE_|AWS_|OTEL_|SSL_CERT_|NODE_EXTRA_CA_CERTS$|HOST$|PORT$|(HTTPS?|NO)_PROXY$)/i.test(name);

/**
 * The settings of `.env` and the environment, as npm start reads them: the environment wins.
 * @param {string} root
 */
export function loadSettings(root) {
  const file = path.join(root, ".env");
  if (!existsSync(file)) return;
  if (typeof process.loadEnvFile !== "function") {
    throw new UpgradeError(`Node ${process.version} can't read .env files. Use Node 20.12 or newer.`);
  }
  process.loadEnvFile(file);
}

/**
 * The running studio, or null, and its settings: those of its process go before those of `.env` and the environment.
 * @param {string} root
 */
export function examineStudio(root) {
  const own = Object.fromEntries(
    ["STUDIO_DATA_DIR", "STUDIO_STOP_SECONDS", "DATABASE_URL"].flatMap((name) =>
      process.env[name] ? [[name, process.env[name]]] : [],
    ),
  );
  const holder = findStudio(dataFolder(root, own));
  const settings = { ...own, ...(holder ? readSettingsOf(holder.pid) : {}) };
  return { holder, settings, dataDir: dataFolder(root, settings) };
}

/** @param {Record<string, string | undefined>} settings */
export const dataFolder = (root, settings) => path.resolve(root, settings.STUDIO_DATA_DIR || ".data");

/**
 * The process that runs the studio, or null.
 * @param {string} dataDir
 */
export const findStudio = (dataDir) => findRunningInstance(path.join(dataDir, "studio.lock"));

/**
 * The settings that a process was started with. Known on Linux only; elsewhere they have to be in `.env`.
 * @param {number} pid
 * @returns {Record<string, string>}
 */
function readSettingsOf(pid) {
  if (process.platform !== "linux") return {};
  const pairs = readFileSync(`/proc/${pid}/environ`, "utf8").split("\0");
  const named = pairs.map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]);
  return Object.fromEntries(named.filter(([name]) => isSetting(name)));
}

/**
 * The systemd service that runs a process and starts it again when it ends; null where there is none, and on other systems.
 * @param {number} pid
 */
function findService(pid) {
  if (process.platform !== "linux") return null;
  const groupOf = (process) => readFileSync(`/proc/${process}/cgroup`, "utf8").trim().split("/").at(-1);
  const group = groupOf(pid);
  // A service that runs this command, too, is not one of the studio alone.
  return group.endsWith(".service") && group !== groupOf("self") ? group : null;
}

/**
 * Throws where systemd runs the studio and nobody said how to stop and start it.
 * @param {import("../bootstrap/instance-lock.mjs").LockHolder | null} holder
 * @param {{ stop?: string, undo?: boolean }} options
 */
export function requireCommands(holder, { stop, undo }) {
  const service = holder && !stop && findService(holder.pid);
  if (!service) return;
  throw new UpgradeError(
    `systemd runs the studio (${service}), and would start it again. Say how to stop and start it:\n` +
      `npm run upgrade -- ${undo ? "--undo " : ""}--stop "systemctl stop ${service}" --start "systemctl start ${service}"`,
  );
}

/** @param {string} command */
function runCommand(command, root) {
  try {
    execFileSync(command, { cwd: root, shell: true, stdio: "inherit" });
  } catch (error) {
    throw new UpgradeError(`${command} failed (${error.status ?? error.signal}).`, { cause: error });
  }
}

/**
 * Stops the studio, if it runs, and waits until nothing of it is left.
 * @param {string} root
 * @param {import("./state.mjs").UpgradeState} state
 */
export async function stopStudio(root, { settings, stop }) {
  const dataDir = dataFolder(root, settings);
  const holder = findStudio(dataDir);
  if (!holder) return;
  if (stop) runCommand(stop, root);
  else process.kill(holder.pid, "SIGTERM");
  const stopMs = Number(settings.STUDIO_STOP_SECONDS || defaultStopSeconds) * 1_000 + stopSlackMs;
  const until = Date.now() + stopMs;
  while (isHolderAlive(holder) || findStudio(dataDir)?.id === holder.id) {
    if (Date.now() > until)
      throw new UpgradeError(`The studio (process ${holder.pid}) did not stop within ${stopMs / 1_000} s.`);
    await delay(pollMs);
  }
}

async function isHealthy(address) {
  try {
    return (await fetch(`${address}/api/health`, { signal: AbortSignal.timeout(healthMs) })).ok;
  } catch {
    return false; // Not yet, or not any more: the caller waits.
  }
}

/**
 * Starts the studio in the background, unless it runs, and waits until it is ready and its health is good.
 * @param {string} root
 * @param {import("./state.mjs").UpgradeState} state
 * @returns {Promise<{ pid: number, address: string }>}
 */
export async function startStudio(root, { settings, start, waitSeconds }) {
  const dataDir = dataFolder(root, settings);
  const logFile = path.join(upgradeFolder(root), "studio.log");
  let ended = null;
  if (!findStudio(dataDir)) {
    if (start) runCommand(start, root);
    else {
      const log = openSync(logFile, "w", 0o600);
      const child = spawn(process.execPath, [path.join(root, "scripts/start.mjs")], {
        cwd: root,
        env: { ...process.env, ...settings },
        detached: true,
        stdio: ["ignore", log, log],
      });
      closeSync(log);
      child.once("exit", (code, signal) => (ended = code ?? signal));
      child.once("error", (error) => (ended = error.message));
      child.unref();
    }
  }
  const until = Date.now() + waitSeconds * 1_000;
  for (;;) {
    const holder = findStudio(dataDir);
    // The addresses are set once the studio is ready, its worker included.
    if (holder?.address && (await isHealthy(holder.local ?? holder.address))) return holder;
    // One that was started before an interruption may have been first.
    if (ended !== null && !holder)
      throw new UpgradeError(`The studio ended (${ended}) before it was ready:\n${readEnd(logFile)}`);
    if (Date.now() > until) {
      const said = start ? "" : `\n${readEnd(logFile)}`;
      throw new UpgradeError(`The studio was not ready and healthy within ${waitSeconds} s.${said}`);
    }
    await delay(pollMs);
  }
}

function readEnd(file) {
  return readFileSync(file, "utf8").trimEnd().split("\n").slice(-15).join("\n");
}
