import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../..");

const git = (...options: string[]): string =>
  execFileSync("git", options, { cwd: root, encoding: "utf8" }).trim();

/**
 * Puts the files of a commit into a folder of its own, with the packages of this checkout where it wants the same. Its first start
 * installs what differs, and builds. The folder stays for the next trial.
 *
 * @throws where git doesn't know the commit, as in a shallow clone
 */
export function checkOut(commit: string): { folder: string; commit: string } {
  const name = git("rev-parse", "--short=8", `${commit}^{commit}`);
  const folder = path.join(tmpdir(), `reverie-of-${name}`);
  if (existsSync(folder)) return { folder, commit: name };
  const partial = `${folder}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial);
  const archive = path.join(partial, "commit.tar");
  git("archive", `--output=${archive}`, name);
  execFileSync("tar", ["-xf", archive, "-C", partial]);
  rmSync(archive);
  const readLock = (of: string) => readFileSync(path.join(of, "package-lock.json"), "utf8");
  if (readLock(partial) === readLock(root)) {
    cpSync(path.join(root, "node_modules"), path.join(partial, "node_modules"), {
      recursive: true,
      verbatimSymlinks: true,
    });
  }
  renameSync(partial, folder);
  return { folder, commit: name };
}
