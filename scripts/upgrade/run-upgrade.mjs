// npm run upgrade: the steps, and what each does after an interruption. Runs on Node 20.9 with nothing installed.
import { spawnSync } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import path from "node:path";
import { hasSources } from "../bootstrap/install.mjs";
import { requireRoom } from "./disk-room.mjs";
import { goBack } from "./go-back.mjs";
import { dropKeptDatabase, keepDatabase } from "./kept-database.mjs";
import { nameVersion, say } from "./console.mjs";
import { prepareVersion } from "./prepare-version.mjs";
import {
  dataFolder,
  examineStudio,
  findStudio,
  loadSettings,
  requireCommands,
  startStudio,
  stopStudio,
} from "./running-studio.mjs";
import { forgetUpgrade, readUpgrade, withCommands, writeUpgrade } from "./state.mjs";
import { places, removeNext, switchForward } from "./switch-files.mjs";
import { UpgradeError } from "./upgrade-error.mjs";
import {
  contracts,
  describeCommit,
  findTarget,
  isCheckout,
  listChanges,
  listMigrations,
} from "./versions.mjs";

/**
 * Upgrades, or continues an upgrade that was interrupted.
 * @param {string} root
 * @param {ReturnType<import("./options.mjs").readOptions>} options
 */
export async function runUpgrade(root, options) {
  loadSettings(root);
  const earlier = withCommands(readUpgrade(root), options);
  if (earlier?.step === "back" || earlier?.step === "returned") {
    say("Continuing to go back to the version before ...");
    return goBack(root, earlier);
  }
  if (earlier?.step === "switch" || earlier?.step === "start") {
    say(`Continuing the upgrade to ${nameVersion(earlier.to)} ...`);
    return changeVersions(root, earlier);
  }
  const state = await examine(root, options, earlier);
  if (state) await prepareAndChange(root, state, options);
}

/** @returns {Promise<import("./state.mjs").UpgradeState | null>} null where nothing is to be done; throws where it can't be done */
async function examine(root, options, earlier) {
  if (!hasSources(root) || !isCheckout(root)) {
    throw new UpgradeError(
      "This is not a git checkout. How releases and containers are upgraded: docs/upgrade.md",
    );
  }
  const changes = listChanges(root);
  if (changes.length > 0) {
    throw new UpgradeError(
      `Files of the checkout have changed. Commit or stash them first:\n${changes.slice(0, 20).join("\n")}`,
    );
  }
  const target = findTarget(root, options.to);
  const from = describeCommit(root, "HEAD");
  if (!target) {
    say(`Reverie ${nameVersion(from)} is up to date.`);
    return null;
  }
  const { holder, settings, dataDir } = examineStudio(root);
  requireCommands(holder, options);
  if (!existsSync(dataDir)) {
    throw new UpgradeError(
      `There is no studio in ${dataDir}. Set STUDIO_DATA_DIR to its folder, or use git pull.`,
    );
  }
  const migrations = [from.commit, target.commit].map((commit) => listMigrations(root, commit));
  const isContraction = contracts(...migrations);
  if (isContraction && settings.DATABASE_URL && !options.restoreDatabase) {
    throw new UpgradeError(
      `${target.name} changes the database so that this version can't use it, and DATABASE_URL names one that this command can't ` +
        "put back. Make sure that you can restore it, then add --restore-database. See docs/upgrade.md.",
    );
  }
  await requireRoom({
    root,
    dataDir,
    backup: options.withoutBackup ? null : backupFolder(dataDir, options),
    keepsDatabase: isContraction && !settings.DATABASE_URL,
  });
  return {
    step: "prepare",
    startedAt: new Date().toISOString(),
    from,
    to: target,
    contracts: isContraction,
    wasRunning: holder !== null,
    settings,
    stop: options.stop,
    start: options.start,
    waitSeconds: options.waitSeconds,
    previous: earlier?.step === "prepare" ? earlier.previous : (earlier ?? undefined),
  };
}

const backupFolder = (dataDir, { backup }) => backup ?? path.join(dataDir, "backup");

/** Until the files are switched, the studio runs as before, and a failure changes nothing. */
async function prepareAndChange(root, state, options) {
  say(`Upgrading Reverie ${nameVersion(state.from)} to ${state.to.name}, ${nameVersion(state.to)}`);
  writeUpgrade(root, state);
  try {
    say("Preparing it beside the studio, which goes on ...");
    await prepareVersion(root, state.to.commit, say);
    if (!options.withoutBackup)
      await backUp(root, state, backupFolder(dataFolder(root, state.settings), options));
    if (listChanges(root).length > 0) throw new UpgradeError("Files of the checkout have changed meanwhile.");
  } catch (error) {
    removeNext(root);
    if (!state.wasRunning) await stopStudio(root, state);
    if (state.previous) writeUpgrade(root, state.previous);
    else forgetUpgrade(root);
    throw new UpgradeError(
      `${error.message}\nNothing was changed: Reverie is still ${nameVersion(state.from)}.`,
      { cause: error },
    );
  }
  // From here on, the version before this one is the one to go back to.
  rmSync(places(root).before, { recursive: true, force: true });
  await dropKeptDatabase(dataFolder(root, state.settings));
  await changeVersions(root, { ...state, previous: undefined });
}

async function backUp(root, state, folder) {
  // A backup needs the database, which runs with the studio.
  if (!findStudio(dataFolder(root, state.settings))) {
    say("Starting the studio, for the backup ...");
    await startStudio(root, state);
  }
  say(`Backing up to ${folder} ...`);
  const { status } = spawnSync(
    process.execPath,
    [path.join(root, "scripts/data-command.mjs"), "backup", folder, "--with-secret"],
    { cwd: root, stdio: "inherit", env: { ...process.env, ...state.settings } },
  );
  if (status !== 0) throw new UpgradeError("The backup failed.");
}

/** A studio that doesn't stop has all its files yet, and stays as it is. */
async function stopForSwitch(root, state) {
  say("Stopping the studio ...");
  try {
    await stopStudio(root, state);
  } catch (error) {
    writeUpgrade(root, { ...state, step: "prepare" });
    if (state.wasRunning && !findStudio(dataFolder(root, state.settings))) await startStudio(root, state);
    throw new UpgradeError(
      `${error.message}\nNothing was changed: Reverie is still ${nameVersion(state.from)}. What was prepared is kept for the next try.`,
      { cause: error },
    );
  }
}

/** Switches the files and starts. Can be repeated after a kill at any moment; a failure goes back. */
async function changeVersions(root, state) {
  let current = state;
  const enter = (step) => {
    current = { ...current, step };
    writeUpgrade(root, current);
  };
  // Nothing may start from here on until the files are of one version.
  if (current.step !== "start") enter("switch");
  if (current.step === "switch") await stopForSwitch(root, current);
  try {
    if (current.step === "switch") {
      if (current.contracts && !current.settings.DATABASE_URL)
        await keepDatabase(dataFolder(root, current.settings));
      switchForward(root, current.to.commit);
      enter("start");
    }
    say("Starting the new version ...");
    const { pid, address } = await startStudio(root, current);
    if (!current.wasRunning) await stopStudio(root, current);
    // Settings may hold passwords, and are not needed any more.
    current.settings = {};
    enter("done");
    removeNext(root);
    say(
      `Reverie is ${nameVersion(current.to)} now` +
        (current.wasRunning ? `, at ${address} (process ${pid}).` : ". Start it with npm start.") +
        " To go back: npm run upgrade -- --undo",
    );
  } catch (error) {
    if (!(error instanceof UpgradeError)) say(error.stack);
    say(`${error.message}\n\nThe upgrade failed. Going back ...`);
    await goBack(root, current);
    throw new UpgradeError(
      `Reverie is ${nameVersion(current.from)} as before. The output above says what failed.`,
      { cause: error },
    );
  }
}
