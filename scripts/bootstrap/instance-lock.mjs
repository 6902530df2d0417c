// One running studio for each data folder. Plain Node 20: it is used before anything is installed.
import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Thrown when another living process holds the lock; `holder` tells which. */
export class AlreadyRunningError extends Error {
  constructor(holder) {
    super(`Process ${holder.pid} holds the lock.`);
    this.name = "AlreadyRunningError";
    this.holder = holder;
  }
}

export function takeInstanceLock(file, facts = {}) {
  mkdirSync(path.dirname(file), { recursive: true });
  const holder = { id: randomUUID(), ...ownProcess(), ...facts };
  const candidate = `${file}.${holder.id}`;
  writeFileSync(candidate, JSON.stringify(holder), { mode: 0o600 });
  const leftovers = [];
  try {
    for (;;) {
      if (linkUnlessTaken(candidate, file)) {
        const lock = lockOf(file, holder);
        lock.update({ leftovers });
        return lock;
      }
      const other = readHolder(file);
      if (other && isHolderAlive(other)) throw new AlreadyRunningError(other);
      leftovers.push(...(other?.children ?? []), ...(other?.leftovers ?? []));
      setStaleAside(file, other);
    }
  } finally {
    rmSync(candidate, { force: true });
  }
}

export function continueInstanceLock(file, id) {
  const holder = readHolder(file);
  if (holder?.id !== id) throw new Error(`The lock ${file} was taken by another process meanwhile.`);
  const lock = lockOf(file, holder);
  lock.update(ownProcess());
  return lock;
}

export function findRunningInstance(file) {
  const holder = readHolder(file);
  return holder && isHolderAlive(holder) ? holder : null;
}

export function describeProcess(pid) {
  return { pid, startTime: readStartTime(pid) };
}

/** A number alone is not enough: after a restart of the machine another program may have it. */
export function isHolderAlive({ pid, startTime }) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code !== "EPERM") return false;
  }
  const now = readStartTime(pid);
  return now !== "gone" && now === startTime;
}

function lockOf(file, holder) {
  let current = holder;
  return {
    id: holder.id,
    leftovers: () => (current.leftovers ?? []).filter(isHolderAlive),
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

/** Linking is atomic: of several processes that try at once, one succeeds. */
function linkUnlessTaken(candidate, file) {
  try {
    linkSync(candidate, file);
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  }
}

/** Moves a dead process's lock away. Should a living one have come between the look and the move, it gets its lock back. */
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

function readHolder(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    if (error.code === "ENOENT" || error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Something that differs between two processes with the same number; "gone" when there is no such process. */
function readStartTime(pid) {
  if (process.platform === "win32") return "unknown";
  try {
    if (process.platform === "linux") {
      const bootId = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
      // Fields are counted after the last bracket, since the name of a program may hold blanks. State is the third field.
      const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").pop().split(" ");
      return fields[0] === "Z" ? "gone" : `${bootId}:${fields[19]}`;
    }
    return execFileSync("ps", ["-p", String(pid), "-o", "lstart="], { encoding: "utf8" }).trim();
  } catch {
    return "gone";
  }
}
