import { afterAll, beforeAll, expect, it } from "vitest";
import { studioClock } from "@/lib/clock";
import { openStudioHarness, type StudioHarness } from "../testing/studio-harness.server";
import { startWorker } from "./start-worker.server";

let studio: StudioHarness;
beforeAll(async () => {
  studio = await openStudioHarness();
});
afterAll(() => studio.close());

it("looks again for what was due and not handed out, as where its clock is ahead of the database's", async () => {
  const { id } = await studio.submit({ model: "image-01", prompt: "Soon" });
  const looks: number[] = [];
  const reported: unknown[] = [];
  const services = {
    ...studio.services,
    clock: studioClock,
    hasDiskSpace: () => Promise.resolve(true),
    report: (error: unknown) => reported.push(error),
  } as unknown as Parameters<typeof startWorker>[0];
  const scheduledAt = new Date(studioClock.now() + 3_000);
  await studio.test.database.generation.update({ where: { id }, data: { scheduledAt } });
  // A queue that has nothing yet, and a worker that may recover nothing.
  const worker = await startWorker(services, {
    queue: {
      work: () => Promise.resolve({ look: () => void looks.push(studioClock.now()), stop: async () => {} }),
    },
    presence: { onNews: () => {}, onDeath: () => {}, lease: { hold: () => null } },
  } as unknown as Parameters<typeof startWorker>[1]);
  try {
    await expect.poll(() => looks.filter((at) => at >= scheduledAt.getTime()).length).toBeGreaterThan(1);
    expect(reported).toEqual([]);
  } finally {
    await worker.stop();
  }
});
