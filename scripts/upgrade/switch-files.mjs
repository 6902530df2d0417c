// Puts a version in the place of another, and back. Each move is a rename, and can be repeated after a kill at any moment.
// Runs on Node 20.9 with nothing installed.
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { upgradeFolder } from "./state.mjs";
import { git } from "./versions.mjs";

/** What a version has besides the files that git knows. */
export const madeParts = ["node_modules", ".next", "dist", "lib/db/generated"];

/** @param {string} root */
export const places = (root) => ({
  next: path.join(upgradeFolder(root), "next"),
  before: path.join(upgradeFolder(root), "before"),
});

function moveFolder(from, to) {
  mkdirSync(path.dirname(to), { recursive: true });
  renameSync(from, to);
}

/**
 * Puts the prepared version into its place. The parts of the one before are kept.
 * @param {string} root
 * @param {string} commit
 * @param {(from: string, to: string) => void} [move]
 */
export function switchForward(root, commit, move = moveFolder) {
  const { next, before } = places(root);
  for (const part of madeParts) {
    const [here, new_, old] = [root, next, before].map((folder) => path.join(folder, part));
    // What was moved here from `next` isn't there any more.
    if (!existsSync(new_)) continue;
    if (existsSync(here)) move(here, old);
    move(new_, here);
  }
  git(root, "reset", "--quiet", "--hard", commit);
}

/**
 * Puts the version before into its place. The parts of the other one go where they were prepared.
 * @param {string} root
 * @param {string} commit
 * @param {(from: string, to: string) => void} [move]
 */
export function switchBack(root, commit, move = moveFolder) {
  const { next, before } = places(root);
  for (const part of madeParts) {
    const [here, new_, old] = [root, next, before].map((folder) => path.join(folder, part));
    if (!existsSync(old)) continue;
    if (existsSync(here)) move(here, new_);
    move(old, here);
  }
  git(root, "reset", "--quiet", "--hard", commit);
}

/**
 * Removes what is left of an upgrade that did not come about, or was undone.
 * @param {string} root
 */
export function removeNext(root) {
  const { next } = places(root);
  rmSync(next, { recursive: true, force: true });
  git(root, "worktree", "prune");
}
