import { type InstanceLock, type LockHolder, describeProcess } from "../bootstrap/instance-lock.mjs";
import { warn } from "./console";

const retryPauseMs = 5_000;

/**
 * Writes the studio's address and children into the lock, so that a start after kill -9 finds those still running. What
 * can't be written, for example on a full disk, is written later: the studio goes on without it.
 */
export class ChildRecord {
  readonly #lock: Pick<InstanceLock, "update">;
  readonly #pids = new Map<string, number>();
  #retry: NodeJS.Timeout | undefined;

  constructor(lock: Pick<InstanceLock, "update">) {
    this.#lock = lock;
  }

  remember(name: string, pid: number): void {
    this.#pids.set(name, pid);
    this.update({
      children: [...this.#pids].map(([childName, childPid]) => ({
        name: childName,
        ...describeProcess(childPid),
      })),
    });
  }

  update(facts: Partial<LockHolder>): void {
    clearTimeout(this.#retry);
    try {
      this.#lock.update(facts);
    } catch (error) {
      warn(`The lock file can't be written: ${(error as Error).message}`);
      // The lock keeps the facts and writes all of them the next time.
      this.#retry = setTimeout(() => this.update({}), retryPauseMs).unref();
    }
  }

  close(): void {
    clearTimeout(this.#retry);
  }
}
