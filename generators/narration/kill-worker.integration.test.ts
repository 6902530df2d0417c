import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { bundleWorker, startWorkerProcess } from "@/lib/generations/testing/worker-process";
import { openNarrationStudio, type NarrationStudio } from "./testing/narration-studio";

const text = "The light turns. The sea answers.";

describe("kill -9 of the worker between the task and its result", () => {
  let studio: NarrationStudio;

  beforeAll(async () => {
    [studio] = await Promise.all([openNarrationStudio(), bundleWorker()]);
  });
  afterAll(() => studio.close());

  /** Waits until the task is created and pending. */
  async function waitForTask(generationId: string): Promise<void> {
    await vi.waitFor(
      async () => {
        const { operation } = await studio.test.database.generation.findUniqueOrThrow({
          where: { id: generationId },
        });
        expect(operation).toMatchObject({ taskId: expect.stringMatching(/^\d+$/) as string });
      },
      { timeout: 15_000, interval: 20 },
    );
  }

  it("creates the task once and stores its result", async () => {
    const started = await studio.narrate({ text: `${text} [[task-ms:4000]]` });
    const doomed = await startWorkerProcess();
    await waitForTask(started.id);
    await doomed.kill();
    expect(await studio.waitFor(started.id, () => true)).toMatchObject({ state: "running" });
    const worker = await studio.startWorker();
    const done = await studio.waitForEnd(started.id);
    await worker.stop();
    expect(done).toMatchObject({ state: "succeeded", counts: { expected: 1, stored: 1 } });
    expect((await studio.sandbox.readBill()).map(({ endpoint, billed }) => [endpoint, billed])).toEqual([
      ["/v1/t2a_async_v2", true],
    ]);
  });
});
