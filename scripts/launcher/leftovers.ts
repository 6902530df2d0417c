import { setTimeout as delay } from "node:timers/promises";
import { type ChildFacts, isHolderAlive } from "../bootstrap/instance-lock.mjs";
import { say } from "./console";
import { killGroup } from "./supervised-process";

const workerGraceMs = 15_000;
const graceMs = 3_000;
const pollIntervalMs = 50;

async function waitForEnd(processes: ChildFacts[], timeoutMs: number): Promise<ChildFacts[]> {
  const deadline = Date.now() + timeoutMs;
  let alive = processes.filter(isHolderAlive);
  while (alive.length > 0 && Date.now() < deadline) {
    await delay(pollIntervalMs);
    alive = alive.filter(isHolderAlive);
  }
  return alive;
}

/**
 * Clears what a killed launcher left. Its children noticed and are ending by themselves; this waits for them, the worker
 * first, since the others serve it. A worker that still waits for answers goes on beside the new one: the database keeps
 * the two apart, and to kill it would lose what those requests bring.
 */
export async function clearLeftovers(leftovers: ChildFacts[]): Promise<void> {
  const workers = leftovers.filter(({ name }) => name === "worker");
  const others = leftovers.filter(({ name }) => name !== "worker");
  if (workers.length > 0) {
    say("Waiting for the previous worker to finish its requests ...");
    const busy = await waitForEnd(workers, workerGraceMs);
    if (busy.length > 0)
      say(`It keeps running next to the new one until it has finished (process ${busy[0]?.pid}).`);
  }
  for (const { pid } of await waitForEnd(others, graceMs)) killGroup(pid);
  await waitForEnd(others, graceMs);
}
