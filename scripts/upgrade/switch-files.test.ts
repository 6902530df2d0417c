import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { madeParts, places, switchBack, switchForward } from "./switch-files.mjs";
import { describeHalfUpgrade, writeUpgrade } from "./state.mjs";

let root: string;
let commits: { old: string; next: string };

const git = (...words: string[]) => execFileSync("git", words, { cwd: root, encoding: "utf8" }).trim();

function commit(version: string): string {
  writeFileSync(path.join(root, "app.ts"), version);
  git("add", "app.ts");
  git("-c", "user.name=T", "-c", "user.email=t@example.test", "commit", "--quiet", "--message", version);
  return git("rev-parse", "HEAD");
}

function place(folder: string, words: string): void {
  for (const part of madeParts) {
    mkdirSync(path.join(folder, part), { recursive: true });
    writeFileSync(path.join(folder, part, "version"), words);
  }
}

/** The version of each part of the checkout. */
const readParts = () => [
  readFileSync(path.join(root, "app.ts"), "utf8"),
  ...madeParts.map((part) => readFileSync(path.join(root, part, "version"), "utf8")),
];

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "reverie-switch-"));
  git("init", "--quiet");
  writeFileSync(path.join(root, ".gitignore"), "node_modules/\n.next/\ndist/\nlib/\n.cache/\n");
  commits = { old: commit("old"), next: commit("next") };
  git("reset", "--quiet", "--hard", commits.old);
  place(root, "old");
  place(places(root).next, "next");
});

afterEach(() => rmSync(root, { recursive: true }));

/** Moves like the program, and is killed before one of the moves. */
function movesUntil(last: number): (from: string, to: string) => void {
  let moves = 0;
  return (from, to) => {
    moves += 1;
    if (moves > last) throw new Error("killed");
    // A place that is taken would be a version that gets lost.
    expect(existsSync(to)).toBe(false);
    mkdirSync(path.dirname(to), { recursive: true });
    renameSync(from, to);
  };
}

const all = madeParts.length + 1;
/** Two for each part. */
const everyKill = Array.from({ length: madeParts.length * 2 + 1 }, (_, kill) => kill);

it.each(everyKill)("goes on, or back, after a kill before move %d", (kill) => {
  const killed = (run: typeof switchForward, to: string) => {
    try {
      run(root, to, movesUntil(kill));
    } catch (error) {
      expect((error as Error).message).toBe("killed");
    }
  };
  killed(switchForward, commits.next);
  switchForward(root, commits.next, movesUntil(Infinity));
  expect(readParts()).toEqual(Array(all).fill("next"));

  killed(switchBack, commits.old);
  switchBack(root, commits.old, movesUntil(Infinity));
  expect(readParts()).toEqual(Array(all).fill("old"));

  killed(switchForward, commits.next);
  switchBack(root, commits.old, movesUntil(Infinity));
  expect(readParts()).toEqual(Array(all).fill("old"));
  switchForward(root, commits.next, movesUntil(Infinity));
  expect(readParts()).toEqual(Array(all).fill("next"));
});

it.each([
  ["prepare", false],
  ["switch", true],
  ["start", false],
  ["done", false],
  ["back", true],
  ["returned", false],
] as const)("at the step %s, starting is refused: %s", (step, isRefused) => {
  expect(describeHalfUpgrade(root)).toBeNull();
  const version = { commit: commits.old, version: "1.0.0" };
  writeUpgrade(root, {
    step,
    startedAt: "2026-11-24T12:00:00.000Z",
    from: version,
    to: { ...version, name: "v1.0.0" },
    contracts: false,
    wasRunning: true,
    settings: {},
    waitSeconds: 600,
  });
  expect(describeHalfUpgrade(root) !== null).toBe(isRefused);
});
