// npm run upgrade: to a newer version and back. Runs on Node 20.9 with nothing installed.
//
// The files of this program change while it works. So it keeps a copy of itself, which continues after an interruption, whatever
// version is checked out then.
import { cpSync, existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { BootstrapError } from "./bootstrap/install.mjs";
import { AlreadyRunningError, takeInstanceLock } from "./bootstrap/instance-lock.mjs";
import { readOptions, usage } from "./upgrade/options.mjs";
import { undoUpgrade } from "./upgrade/go-back.mjs";
import { runUpgrade } from "./upgrade/run-upgrade.mjs";
import { readUpgrade, upgradeFolder } from "./upgrade/state.mjs";
import { UpgradeError } from "./upgrade/upgrade-error.mjs";

const ownFolder = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const copyName = path.join(".cache", "upgrade", "program");
const isCopy = ownFolder.endsWith(copyName);
const root = isCopy ? ownFolder.slice(0, -copyName.length - 1) : ownFolder;
const copy = path.join(upgradeFolder(root), "program");

function keepCopy() {
  const parts = ["scripts/upgrade.mjs", "scripts/upgrade", "scripts/bootstrap"];
  for (const part of parts) {
    mkdirSync(path.dirname(path.join(copy, part)), { recursive: true });
    cpSync(path.join(root, part), path.join(copy, part), { recursive: true });
  }
}

async function main() {
  const options = readOptions(process.argv.slice(2));
  if (options.help) return console.log(usage);
  const program = path.join(copy, "scripts/upgrade.mjs");
  const step = readUpgrade(root)?.step;
  const continues = step !== undefined && (options.undo || step !== "done");
  if (continues && !isCopy && existsSync(program)) {
    await import(pathToFileURL(program).href);
    return;
  }
  mkdirSync(upgradeFolder(root), { recursive: true });
  const lock = takeInstanceLock(path.join(upgradeFolder(root), "upgrade.lock"));
  try {
    if (!isCopy) keepCopy();
    process.chdir(root);
    await (options.undo ? undoUpgrade(root, options) : runUpgrade(root, options));
  } finally {
    lock.release();
  }
}

try {
  await main();
} catch (error) {
  const isPlain = [UpgradeError, BootstrapError, AlreadyRunningError].some((kind) => error instanceof kind);
  if (!isPlain) throw error;
  console.error(error instanceof AlreadyRunningError ? "An upgrade is under way." : error.message);
  process.exitCode = 1;
}
