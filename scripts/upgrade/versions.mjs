// Which version a checkout has, and which one comes next. Runs on Node 20.9 with nothing installed.
import { execFileSync } from "node:child_process";
import { UpgradeError } from "./upgrade-error.mjs";

/**
 * @param {string} root
 * @param {...string} words
 * @returns {string}
 */
export function git(root, ...words) {
  try {
    return execFileSync("git", words, {
      cwd: root,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    }).trim();
  } catch (error) {
    const said = error.stderr?.trim() || error.message;
    throw new UpgradeError(`git ${words.join(" ")} failed:\n${said}`, { cause: error });
  }
}

/** Whether a command of git that answers by its exit code says yes. */
function asks(root, ...words) {
  try {
    execFileSync("git", words, { cwd: root, stdio: "ignore" });
    return true;
  } catch (error) {
    if (error.status === 1 || error.status === 128) return false;
    throw error.code === "ENOENT" ? new UpgradeError("git is not installed.", { cause: error }) : error;
  }
}

/** @param {string} root */
export function isCheckout(root) {
  // A folder within a checkout of something else isn't one.
  return asks(root, "rev-parse", "--git-dir") && git(root, "rev-parse", "--show-prefix") === "";
}

/** Changed files that git knows. Others stay where they are. */
export function listChanges(root) {
  return git(root, "status", "--porcelain", "--untracked-files=no").split("\n").filter(Boolean);
}

/**
 * @param {string} root
 * @param {string} commit
 * @returns {import("./state.mjs").Version}
 */
export function describeCommit(root, commit) {
  const full = git(root, "rev-parse", "--verify", `${commit}^{commit}`);
  return { commit: full, version: JSON.parse(git(root, "show", `${full}:package.json`)).version };
}

const release = /^v(\d+)\.(\d+)\.(\d+)$/;

/**
 * The newest tag of a released version; those of trial versions, such as v1.2.0-beta.1, are left out.
 * @param {string[]} tags
 */
export function findNewestRelease(tags) {
  const numbers = (tag) => release.exec(tag).slice(1).map(Number);
  return tags
    .filter((tag) => release.test(tag))
    .sort((left, right) => {
      const [mine, other] = [numbers(left), numbers(right)];
      const index = mine.findIndex((number, at) => number !== other[at]);
      return index === -1 ? 0 : mine[index] - other[index];
    })
    .at(-1);
}

/**
 * The version to upgrade to, after asking the remote for what is new. Null where it is the one that is checked out.
 * @param {string} root
 * @param {string} [wanted] a tag, branch or commit; otherwise the newest released version
 */
export function findTarget(root, wanted) {
  const [remote] = git(root, "remote").split("\n").filter(Boolean);
  if (remote) git(root, "fetch", "--quiet", "--tags", remote);
  const name = wanted ?? findNewestRelease(git(root, "tag", "--list", "v*").split("\n"));
  if (!name) throw new UpgradeError("There is no released version yet. Name a branch or commit with --to.");
  // A branch as the remote has it, not as it was when somebody last pulled.
  const ref = [`${remote}/${name}`, name].find((each) =>
    asks(root, "rev-parse", "--verify", "--quiet", `${each}^{commit}`),
  );
  if (!ref) throw new UpgradeError(`git doesn't know ${name}.`);
  const target = { name, ...describeCommit(root, ref) };
  const head = git(root, "rev-parse", "HEAD");
  if (target.commit === head) return null;
  if (asks(root, "merge-base", "--is-ancestor", head, target.commit)) return target;
  if (wanted === undefined && asks(root, "merge-base", "--is-ancestor", target.commit, head)) return null;
  throw new UpgradeError(
    `${name} does not follow what is checked out (${head.slice(0, 8)}). To go back to the version before: npm run upgrade -- --undo`,
  );
}

/** As in lib/db/migration-status.server.ts, which can't be loaded here. A test compares the two. */
const contraction = /^\d{14}_contract_(\d{14})_/;

/**
 * Whether a version that has only the migrations of `before` can't use a database with those of `after`.
 * @param {string[]} before names, oldest first
 * @param {string[]} after
 */
export function contracts(before, after) {
  const newest = before.at(-1) ?? "";
  return after.some((name) => !before.includes(name) && (contraction.exec(name)?.[1] ?? "") > newest);
}

/** Names of the migrations of a commit, oldest first. */
export function listMigrations(root, commit) {
  return git(root, "ls-tree", "--name-only", "-d", `${commit}:prisma/migrations`)
    .split("\n")
    .filter(Boolean)
    .sort();
}
