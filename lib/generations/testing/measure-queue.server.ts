import { getGeneration } from "@/lib/generations/read/get-generation.server";
import type { StepWorker } from "./step-worker.server";
import type { StudioHarness } from "./studio-harness.server";

/** The outcome of many simultaneous requests. */
export interface QueueOutcome {
  /** In the order of submission. */
  requests: {
    id: string;
    state: string;
    /** The wait shown at submission, in milliseconds; 0 for none. */
    shownMs: number;
    /** The actual wait until it was sent, in milliseconds. */
    waitedMs: number;
  }[];
  /** IDs in the order of sending. */
  starts: string[];
  /** IDs in the order of arrival at the service. */
  arrivals: string[];
  /** How many the service rejected. */
  refusals: number;
}

/** Submits all inputs at once and runs the queue until it is empty, by the clock of the step worker. */
export async function measureQueue(
  studio: StudioHarness,
  worker: StepWorker,
  { generator, inputs }: { generator: string; inputs: readonly Record<string, unknown>[] },
): Promise<QueueOutcome> {
  const askedMs = worker.now();
  const shown: { id: string; shownMs: number }[] = [];
  for (const input of inputs) {
    const { id, waiting } = await worker.submit(generator, input);
    shown.push({ id, shownMs: waiting?.untilAt ? Date.parse(waiting.untilAt) - askedMs : 0 });
  }
  do await worker.runDue();
  while (await worker.passToNext());

  const requests = await Promise.all(
    shown.map(async ({ id, shownMs }) => {
      const { state, startedAt } = await getGeneration(studio.services, {
        userId: studio.userId,
        id,
      });
      const startedMs = startedAt === null ? Infinity : Date.parse(startedAt);
      return { id, state, shownMs, startedMs, waitedMs: startedMs - askedMs };
    }),
  );
  const ids = new Set(shown.map(({ id }) => id));
  const arrived = (await studio.sandbox.readRequests()).filter(({ requestId }) => ids.has(requestId ?? ""));
  return {
    requests,
    starts: requests.toSorted((left, right) => left.startedMs - right.startedMs).map(({ id }) => id),
    arrivals: arrived.map(({ requestId }) => requestId!),
    refusals: arrived.filter(({ outcome }) => outcome !== "delivered").length,
  };
}
