// Allows one running studio per data folder. Runs on Node 20.9 with nothing installed.
import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

/**
 * A process; `startTime` tells it from a later one with the same number.
 * @typedef {{ pid: number, startTime: string }} ProcessFacts
 */

/** @typedef {ProcessFacts & { name: string }} ChildFacts */

/**
 * The process that holds a lock, as the lock file describes it.
 * @typedef {ProcessFacts & {
 *   id: string,
 *   address?: string,
 *   local?: string,
 *   children?: ChildFacts[],
 *   leftovers?: ChildFacts[],
 *   followsKilled?: boolean,
 * }} LockHolder
 * `address` is set once the studio serves, and `local`, which this machine reaches without a proxy. `children` may outlive the holder when it is killed; `leftovers` are the
 * children of earlier holders. `followsKilled` is set if the holder before was killed.
 */

/** Thrown when another living process holds the lock. */
export class AlreadyRunningError extends Error {
  /** @param {LockHolder} holder */
  constructor(holder) {
    super(`Process ${holder.pid} holds the lock.`);
    this.name = "AlreadyRunningError";
    this.holder = holder;
  }
}

/**
 * Takes the lock, also from a dead process. Throws AlreadyRunningError while a living one holds it.
 * @param {string} file
 */
export function takeInstanceLock(file) {
  mkdirSync(path.dirname(file), { recursive: true });
  /** @type {LockHolder} */
  const holder = { id: randomUUID(), ...ownProcess() };
  const candidate = `${file}.${holder.id}`;
  /** @type {ChildFacts[]} */
  const leftovers = [];
  let followsKilled = false;
  try {
    writeFileSync(candidate, JSON.stringify(holder), { mode: 0o600 });
    for (;;) {
      if (linkUnlessTaken(candidate, file)) {
        const lock = lockOf(file, holder);
        lock.update({ leftovers, followsKilled });
        return lock;
      }
      const other = readHolder(file);
      if (other && isHolderAlive(other)) throw new AlreadyRunningError(other);
      followsKilled = true;
      leftovers.push(...(other?.children ?? []), ...(other?.leftovers ?? []));
      setStaleAside(file, other);
    }
  } finally {
    rmSync(candidate, { force: true });
  }
}

/**
 * Takes over the lock that the parent process took.
 * @param {string} file
 * @param {string} id
 */
export function continueInstanceLock(file, id) {
  const holder = readHolder(file);
  if (holder?.id !== id) throw new Error(`The lock ${file} was taken by another process meanwhile.`);
  const lock = lockOf(file, holder);
  lock.update(ownProcess());
  return lock;
}

/**
 * @param {string} file
 * @returns {LockHolder | null}
 */
export function findRunningInstance(file) {
  const holder = readHolder(file);
  return holder && isHolderAlive(holder) ? holder : null;
}

/**
 * @param {number} pid
 * @returns {ProcessFacts}
 */
export function describeProcess(pid) {
  return { pid, startTime: readStartTime(pid) };
}

/**
 * Compares the start time too, since a number is given to another process later.
 * @param {ProcessFacts} holder
 */
export function isHolderAlive({ pid, startTime }) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code !== "EPERM") return false;
  }
  const now = readStartTime(pid);
  return now !== "gone" && now === startTime;
}

/** @typedef {ReturnType<typeof lockOf>} InstanceLock */

/**
 * @param {string} file
 * @param {LockHolder} holder
 */
function lockOf(file, holder) {
  let current = holder;
  return {
    id: holder.id,
    /** Processes of a killed run that are still alive. */
    leftovers: () => (current.leftovers ?? []).filter(isHolderAlive),
    followsKilled: () => current.followsKilled ?? false,
    /** @param {Partial<LockHolder>} facts */
    update(facts) {
      current = { ...current, ...facts };
      const next = `${file}.${holder.id}`;
      writeFileSync(next, JSON.stringify(current), { mode: 0o600 });
      renameSync(next, file);
    },
    release() {
      if (readHolder(file)?.id === holder.id) rmSync(file, { force: true });
    },
  };
}

function ownProcess() {
  return describeProcess(process.pid);
}

/** Linking is atomic: one of several processes that try at once succeeds. */
function linkUnlessTaken(candidate, file) {
  try {
    linkSync(candidate, file);
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  }
}

/** Moves the lock of a dead process away. Puts it back where a living process has taken it in the meantime. */
function setStaleAside(file, stale) {
  const aside = `${file}.stale-${randomUUID()}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if (error.code === "ENOENT") return;
    throw error;
  }
  const moved = readHolder(aside);
  if (moved && moved.id !== stale?.id) linkUnlessTaken(aside, file);
  rmSync(aside, { force: true });
}

/**
 * @param {string} file
 * @returns {LockHolder | null}
 */
function readHolder(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    if (error.code === "ENOENT" || error instanceof SyntaxError) return null;
    throw error;
  }
}

/** A text that differs between two processes with the same number; "gone" where there is no such process. */
function readStartTime(pid) {
  if (process.platform === "win32") return "unknown";
  try {
    if (process.platform === "linux") {
      const bootId = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
      // Read after the last bracket, since the program's name may contain spaces. The state comes first then.
      const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").pop().split(" ");
      return fields[0] === "Z" ? "gone" : `${bootId}:${fields[19]}`;
    }
    return execFileSync("ps", ["-p", String(pid), "-o", "lstart="], { encoding: "utf8" }).trim();
  } catch {
    return "gone";
  }
}
