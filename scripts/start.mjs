// npm start and npm run dev: from a bare clone to a running studio.
//
// Runs on Node 20.9 with nothing installed: takes the lock, installs, and starts scripts/launch.mjs on the project's Node.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { BootstrapError, ensureInstalled, projectNode } from "./bootstrap/install.mjs";
import { AlreadyRunningError, takeInstanceLock } from "./bootstrap/instance-lock.mjs";
import { describeHalfUpgrade } from "./upgrade/state.mjs";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

function loadSettings() {
  const file = path.join(root, ".env");
  if (!existsSync(file)) return;
  if (typeof process.loadEnvFile !== "function") {
    throw new BootstrapError(
      `Node ${process.version} can't read .env files. Use Node 20.12 or newer, or set the variables in the environment.`,
    );
  }
  process.loadEnvFile(file);
}

/** Creates the data folder. Root runs PostgreSQL under another account, which needs to pass through the folder. */
function ensureDataFolder() {
  const folder = path.resolve(root, process.env.STUDIO_DATA_DIR || ".data");
  try {
    mkdirSync(folder, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  } catch (error) {
    throw new BootstrapError(
      `The data folder ${folder} can't be created (${error.message}). Set STUDIO_DATA_DIR to a folder you can write to.`,
    );
  }
  return folder;
}

/** @throws AlreadyRunningError, BootstrapError */
function takeLock(dataDir) {
  try {
    return takeInstanceLock(path.join(dataDir, "studio.lock"));
  } catch (error) {
    if (error.code === "ENOSPC" || error.code === "EDQUOT") {
      throw new BootstrapError(`The disk of ${dataDir} is full. Free some space and start again.`);
    }
    if (error.code === "EROFS" || error.code === "EACCES") {
      throw new BootstrapError(
        `${dataDir} can't be written to (${error.code}). Make it writable and start again.`,
      );
    }
    throw error;
  }
}

function describeRunning({ pid, address }) {
  const where = address ? `at ${address}` : "and still starting";
  return `Reverie is already running ${where} (process ${pid}). Stop it with Ctrl-C in its terminal, or with: kill ${pid}`;
}

async function launch(lock, dataDir) {
  const launcher = path.join(root, "scripts/launch.mjs");
  const environment = { REVERIE_LOCK_ID: lock.id, STUDIO_DATA_DIR: dataDir };
  if (process.execPath === projectNode(root)) {
    Object.assign(process.env, environment);
    await import(pathToFileURL(launcher).href);
    return;
  }
  const child = spawn(projectNode(root), [launcher, ...process.argv.slice(2)], {
    cwd: root,
    env: { ...process.env, ...environment },
    // The launcher ends when this channel closes because this process was killed.
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });
  // In a terminal, Ctrl-C reaches the launcher directly. Other signals are passed on.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => {
      if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
    });
  }
  process.exitCode = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? 1));
  });
}

let lock;
try {
  process.chdir(root);
  const halfUpgrade = describeHalfUpgrade(root);
  if (halfUpgrade) throw new BootstrapError(halfUpgrade);
  loadSettings();
  const dataDir = ensureDataFolder();
  lock = takeLock(dataDir);
  await ensureInstalled(root, (line) => console.log(line));
  await launch(lock, dataDir);
} catch (error) {
  lock?.release();
  if (error instanceof AlreadyRunningError) console.error(describeRunning(error.holder));
  else if (error instanceof BootstrapError) console.error(error.message);
  else throw error;
  process.exitCode = 1;
}
