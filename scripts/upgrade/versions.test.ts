import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findOldestFor } from "@/lib/db/migration-status.server";
import { requireRoom } from "./disk-room.mjs";
import { readOptions } from "./options.mjs";
import { contracts, findNewestRelease, findTarget } from "./versions.mjs";

it.each([
  [["v0.9.0", "v0.10.0", "v0.2.11"], "v0.10.0"],
  [["v1.0.0", "v1.0.1", "v2.0.0-beta.1", "version-9", "v9"], "v1.0.1"],
  [["nothing"], undefined],
])("of the tags %j, the newest release is %s", (tags, newest) => {
  expect(findNewestRelease(tags)).toBe(newest);
});

describe("whether a version ends the one before", () => {
  const first = "20260101000000_first";
  const second = "20260201000000_second";
  it.each([
    [[first], [first], false],
    [[first], [first, second], false],
    // It ends versions without `second`.
    [[first], [first, second, "20260301000000_contract_20260201000000_drop"], true],
    [[first, second], [first, second, "20260301000000_contract_20260201000000_drop"], false],
  ])("%j, then %j: %s", (before, after, expected) => {
    expect(contracts(before, after)).toBe(expected);
    // As the studio itself decides at its start.
    const newest = before.at(-1)!;
    const ends = after.some((name) => !before.includes(name) && (findOldestFor(name) ?? "") > newest);
    expect(ends).toBe(expected);
  });
});

describe("the version to upgrade to", () => {
  let folder: string;
  const run = (where: string, ...words: string[]) =>
    execFileSync("git", ["-c", "user.name=T", "-c", "user.email=t@example.test", ...words], {
      cwd: path.join(folder, where),
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  const commit = (version: string) => {
    writeFileSync(path.join(folder, "remote/package.json"), JSON.stringify({ version }));
    run("remote", "add", ".");
    run("remote", "commit", "--message", version);
    return run("remote", "rev-parse", "HEAD");
  };
  const find = (wanted?: string) => findTarget(path.join(folder, "clone"), wanted);

  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), "reverie-versions-"));
    run(".", "init", "--quiet", "--initial-branch=main", "remote");
    commit("0.1.0");
    run("remote", "tag", "v0.1.0");
    run(".", "clone", "--quiet", "remote", "clone");
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it("is the newest release of the remote, or what was named", () => {
    expect(find()).toBeNull();
    const second = commit("0.2.0");
    run("remote", "tag", "v0.2.0");
    const third = commit("0.3.0-next");
    expect(find()).toEqual({ name: "v0.2.0", commit: second, version: "0.2.0" });
    expect(find("main")).toEqual({ name: "main", commit: third, version: "0.3.0-next" });
    run("clone", "reset", "--quiet", "--hard", "origin/main");
    // A checkout that is ahead of the newest release is up to date.
    expect(find()).toBeNull();
    expect(() => find("v0.1.0")).toThrow("does not follow");
    expect(() => find("v7.0.0")).toThrow("git doesn't know v7.0.0");
  });

  it("can't be found while the remote is away", () => {
    run("clone", "remote", "set-url", "origin", path.join(folder, "nowhere"));
    expect(() => find()).toThrow("git fetch --quiet --tags origin failed");
  });
});

it("says how much room a disk lacks, all needs of one disk together", async () => {
  const root = mkdtempSync(path.join(tmpdir(), "reverie-room-"));
  const where = { root, dataDir: root, backup: path.join(root, "backup"), keepsDatabase: true };
  const disk = (bytes: number) => async () => ({ bavail: bytes, bsize: 1, type: 0 });
  try {
    await requireRoom(where, disk(3e9));
    await expect(requireRoom(where, disk(2e9))).rejects.toThrow(/needs 2\.5 GB .* has 2\.0 GB free/);
  } finally {
    rmSync(root, { recursive: true });
  }
});

it.each([["--stop", "true"], ["--wait", "soon"], ["--everything"]])("refuses the options %s", (...words) => {
  expect(() => readOptions(words)).toThrow("usage: npm run upgrade");
});
