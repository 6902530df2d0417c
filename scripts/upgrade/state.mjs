// What npm run upgrade has done so far, so that the next run can continue or go back. Runs on Node 20.9 with nothing installed.
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

/**
 * A version of the checkout.
 * @typedef {{ commit: string, version: string }} Version
 */

/**
 * `prepare`: nothing has changed yet. `switch` and `back`: files are being moved, so nothing may start. `start` and `returned`: the
 * files are in place, and the studio starts. `done`: it runs, and can be undone.
 * @typedef {"prepare" | "switch" | "start" | "done" | "back" | "returned"} UpgradeStep
 */

/**
 * `contracts`: the version before can't use the database of the next one. `settings` are those of the studio that was running.
 * @typedef {{
 *   step: UpgradeStep,
 *   startedAt: string,
 *   from: Version,
 *   to: Version & { name: string },
 *   contracts: boolean,
 *   wasRunning: boolean,
 *   settings: Record<string, string>,
 *   stop?: string,
 *   start?: string,
 *   waitSeconds: number,
 * }} UpgradeState
 */

/** Everything of an upgrade is here: the next version while it is prepared, and the one before for undoing it. */
export const upgradeFolder = (root) => path.join(root, ".cache/upgrade");

const stateFile = (root) => path.join(upgradeFolder(root), "state.json");

/**
 * @param {string} root
 * @returns {UpgradeState | null}
 */
export function readUpgrade(root) {
  try {
    return JSON.parse(readFileSync(stateFile(root), "utf8"));
  } catch (error) {
    if (error.code === "ENOENT") return null;
    throw error;
  }
}

/**
 * Written in one step, and readable by its owner only: settings may hold passwords.
 * @param {string} root
 * @param {UpgradeState} state
 */
export function writeUpgrade(root, state) {
  mkdirSync(upgradeFolder(root), { recursive: true });
  const draft = `${stateFile(root)}.new`;
  writeFileSync(draft, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, stateFile(root));
}

/**
 * The state with the commands of now, if there are any: those of the first try may have been the fault.
 * @param {UpgradeState | null} state
 * @param {{ stop?: string, start?: string }} options
 */
export function withCommands(state, { stop, start }) {
  return state && stop ? { ...state, stop, start } : state;
}

/** @param {string} root */
export function forgetUpgrade(root) {
  rmSync(stateFile(root), { force: true });
}

/**
 * Why this checkout can't start now, or null: its files are of two versions.
 * @param {string} root
 */
export function describeHalfUpgrade(root) {
  const step = readUpgrade(root)?.step;
  if (step !== "switch" && step !== "back") return null;
  return "An upgrade was interrupted, or is under way. To finish it: npm run upgrade. To go back: npm run upgrade -- --undo";
}
