import { getGeneration } from "@/lib/generations/read/get-generation.server";
import type { StepWorker } from "./step-worker.server";
import type { StudioHarness } from "./studio-harness.server";

/** What became of many requests that were asked for at once. */
export interface QueueOutcome {
  /** In the order in which they were asked for. */
  requests: {
    id: string;
    state: string;
    /** How long it was told to wait when it was asked for, in milliseconds; 0 for at once. */
    toldMs: number;
    /** How long it waited until it was sent, in milliseconds. */
    waitedMs: number;
  }[];
  /** Ids in the order in which they were sent. */
  starts: string[];
  /** Ids in the order in which they came to the service. */
  arrivals: string[];
  /** How many of them the service refused. */
  refusals: number;
}

/** Asks for all of the inputs at once and lets the line run dry, by the clock of the step worker. */
export async function measureQueue(
  studio: StudioHarness,
  worker: StepWorker,
  { generator, inputs }: { generator: string; inputs: readonly Record<string, unknown>[] },
): Promise<QueueOutcome> {
  const askedMs = worker.now();
  const told: { id: string; toldMs: number }[] = [];
  for (const input of inputs) {
    const { id, waiting } = await worker.submit(generator, input);
    told.push({ id, toldMs: waiting?.untilAt ? Date.parse(waiting.untilAt) - askedMs : 0 });
  }
  do await worker.runDue();
  while (await worker.passToNext());

  const requests = await Promise.all(
    told.map(async ({ id, toldMs }) => {
      const { state, startedAt } = await getGeneration(studio.services, {
        userId: studio.userId,
        id,
      });
      const startedMs = startedAt === null ? Infinity : Date.parse(startedAt);
      return { id, state, toldMs, startedMs, waitedMs: startedMs - askedMs };
    }),
  );
  const ids = new Set(told.map(({ id }) => id));
  const arrived = (await studio.sandbox.readRequests()).filter(({ requestId }) => ids.has(requestId ?? ""));
  return {
    requests,
    starts: requests.toSorted((left, right) => left.startedMs - right.startedMs).map(({ id }) => id),
    arrivals: arrived.map(({ requestId }) => requestId!),
    refusals: arrived.filter(({ outcome }) => outcome !== "delivered").length,
  };
}
