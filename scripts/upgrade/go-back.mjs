// Back to the version before an upgrade, after a failure or by hand. Runs on Node 20.9 with nothing installed.
import { existsSync } from "node:fs";
import { nameVersion, say } from "./console.mjs";
import { defaultWaitSeconds } from "./options.mjs";
import { hasKeptDatabase, putDatabaseBack } from "./kept-database.mjs";
import {
  dataFolder,
  examineStudio,
  loadSettings,
  requireCommands,
  startStudio,
  stopStudio,
} from "./running-studio.mjs";
import { forgetUpgrade, readUpgrade, withCommands, writeUpgrade } from "./state.mjs";
import { places, removeNext, switchBack } from "./switch-files.mjs";
import { UpgradeError } from "./upgrade-error.mjs";
import { git, listChanges } from "./versions.mjs";

/**
 * Puts the version before into its place and starts it. Can be repeated after a kill at any moment.
 *
 * Its database is the one of the newer version, which only added to it, so that nothing is lost that was made meanwhile. Where that
 * version took something away, the copy from before it is put back.
 *
 * @param {string} root
 * @param {import("./state.mjs").UpgradeState} state
 */
export async function goBack(root, state) {
  const dataDir = dataFolder(root, state.settings);
  if (state.step !== "returned") {
    const returning = { ...state, step: "back" };
    writeUpgrade(root, returning);
    await stopStudio(root, returning);
    if (state.contracts && !state.settings.DATABASE_URL) {
      const aside = await putDatabaseBack(dataDir, state.startedAt);
      if (aside) say(`The database is the one before the upgrade. What was made since is in ${aside}`);
    }
    switchBack(root, state.from.commit);
    writeUpgrade(root, { ...state, step: "returned" });
  }
  if (state.wasRunning) {
    // However short the wait for the other version was, this one is waited for.
    const waitSeconds = Math.max(state.waitSeconds, defaultWaitSeconds);
    const { pid, address } = await startStudio(root, { ...state, waitSeconds });
    say(`Reverie ${nameVersion(state.from)} runs at ${address} (process ${pid}).`);
  }
  removeNext(root);
  forgetUpgrade(root);
}

/**
 * npm run upgrade -- --undo
 * @param {string} root
 * @param {ReturnType<import("./options.mjs").readOptions>} options
 */
export async function undoUpgrade(root, options) {
  loadSettings(root);
  const state = withCommands(readUpgrade(root), options);
  if (!state) throw new UpgradeError("There is no upgrade to undo.");
  if (state.step === "prepare") {
    // It was interrupted before it changed anything.
    removeNext(root);
    if (state.previous) writeUpgrade(root, state.previous);
    else forgetUpgrade(root);
    return say(`Nothing was changed yet: Reverie is still ${nameVersion(state.from)}.`);
  }
  const undone = state.step === "done" ? examineDone(root, state, options) : state;
  await goBack(root, undone);
  say(`Reverie is ${nameVersion(state.from)} again.`);
}

/** An upgrade that is done, as it is to be undone now. */
function examineDone(root, state, options) {
  const head = git(root, "rev-parse", "HEAD");
  if (head !== state.to.commit || listChanges(root).length > 0) {
    throw new UpgradeError("The checkout has changed since the upgrade, so it can't be undone.");
  }
  if (!existsSync(places(root).before))
    throw new UpgradeError("The version before is gone, so it can't be put back.");
  const { holder, settings, dataDir } = examineStudio(root);
  requireCommands(holder, { ...state, undo: true });
  if (state.contracts) {
    const kept = hasKeptDatabase(dataDir);
    if (!kept) {
      throw new UpgradeError(
        `${nameVersion(state.from)} can't use the database any more. Restore the backup that was made before. See docs/upgrade.md.`,
      );
    }
    if (!options.restoreDatabase) {
      throw new UpgradeError(
        `${nameVersion(state.from)} can't use the database any more. With --restore-database, the one before the upgrade is put back, ` +
          "and what was made since is set aside.",
      );
    }
  }
  return {
    ...state,
    settings,
    wasRunning: holder !== null,
    waitSeconds: options.waitSeconds,
  };
}
