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
 * Waits for the children of a killed launcher, which end on their own: the worker first, since it needs the others. A
 * worker that still waits for responses continues beside the new one, since killing it would lose their results. The
 * database keeps the two apart.
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
