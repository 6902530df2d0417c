import { noRelay } from "@/lib/live/relay/relay";
import { advanceGeneration, type InFlight } from "@/lib/generations/work/advance-generation.server";
import { createGeneration } from "@/lib/generations/ask/create-generation.server";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { definitionRegistry } from "@/generators/registry";
import { runnerRegistry } from "@/server/runners.server";
import { permanentLease } from "@/lib/jobs/lease";
import { createWorkerServices } from "@/server/open-worker.server";
import type { StudioHarness } from "./studio-harness.server";

/**
 * A worker that the test steps through: its clock only moves when the test moves it. The sandbox's clock makes the same
 * jumps and runs normally in between, since a request arrives later than it leaves.
 */
export interface StepWorker {
  now(): number;
  submit(generator: string, input: Record<string, unknown>): Promise<GenerationDto>;
  /** Runs everything that may start now to its end. */
  runDue(): Promise<void>;
  /** Moves the clocks to the planned start of the next queued generation; false if none is queued. */
  passToNext(): Promise<boolean>;
  close(): Promise<void>;
}

export async function openStepWorker(studio: StudioHarness): Promise<StepWorker> {
  const { database } = studio.test;
  // The database records no request before its own time, which goes on while this clock stands still.
  const openedMs = Date.now() + 60 * 60_000;
  let passedMs = 0;
  const clock = { now: () => openedMs + passedMs };
  const { services, derived } = createWorkerServices({
    database,
    jobs: studio.services.jobs,
    definitions: definitionRegistry,
    runners: runnerRegistry,
    clock,
    workerId: crypto.randomUUID(),
    lease: permanentLease,
    signal: new AbortController().signal,
    relay: noRelay,
  });
  const inFlight: InFlight = new Map();

  const listQueued = () =>
    database.generation.findMany({
      where: { state: "queued" },
      orderBy: [{ scheduledAt: "asc" }, { id: "asc" }],
      select: { id: true, scheduledAt: true },
    });

  return {
    now: clock.now,
    async submit(generator, input) {
      const { generation } = await createGeneration(services, {
        userId: studio.userId,
        generator,
        input,
        idempotencyKey: crypto.randomUUID(),
      });
      return generation;
    },
    async runDue() {
      for (;;) {
        for (const { id } of await listQueued()) await advanceGeneration(services, inFlight, id);
        if (inFlight.size === 0) return;
        await Promise.all(inFlight.values());
      }
    },
    async passToNext() {
      const [next] = await listQueued();
      if (!next) return false;
      passedMs += Math.max(0, next.scheduledAt.getTime() - clock.now());
      await studio.sandbox.change({ clockOffsetMs: passedMs });
      return true;
    },
    close: () => derived.stop(),
  };
}
