// Installs and builds the next version in a folder of its own, while the studio runs. Runs on Node 20.9 with nothing installed.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { ensureInstalled, projectNode } from "../bootstrap/install.mjs";
import { madeParts, places, removeNext } from "./switch-files.mjs";
import { UpgradeError } from "./upgrade-error.mjs";
import { git } from "./versions.mjs";

/**
 * @param {string} root
 * @param {string} commit
 * @param {(line: string) => void} say
 */
export async function prepareVersion(root, commit, say) {
  const { next } = places(root);
  // After an interruption, what is installed and built already stays.
  const isBegun = existsSync(path.join(next, ".git")) && git(next, "rev-parse", "HEAD") === commit;
  if (!isBegun) removeNext(root);
  if (!isBegun) git(root, "worktree", "add", "--quiet", "--force", "--detach", next, commit);
  await ensureInstalled(next, say);
  runIn(next, "scripts/run-typescript.mjs", "scripts/build.ts");
  const missing = madeParts.filter((part) => !existsSync(path.join(next, part)));
  if (missing.length > 0) throw new UpgradeError(`The build made no ${missing.join(", ")}.`);
}

/** Without the settings of the studio, which a build doesn't depend on. */
function runIn(folder, ...words) {
  const { status, signal, error } = spawnSync(projectNode(folder), words, {
    cwd: folder,
    stdio: "inherit",
    env: Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !/^(STUDIO_|DATABASE_|NODE_ENV$)/.test(name)),
    ),
  });
  if (error || status !== 0)
    throw new UpgradeError(`${words.at(-1)} failed (${error?.message ?? status ?? signal}).`);
}
