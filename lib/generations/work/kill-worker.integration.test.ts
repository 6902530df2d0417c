import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { SupervisedProcess } from "@/scripts/launcher/supervised-process";
import { isTerminal } from "../record/states";
import { openStudioHarness, type StudioHarness } from "../testing/studio-harness.server";
import { bundlePathOf, bundleWorker, forkProgram, startWorkerProcess } from "../testing/worker-process";

describe("kill -9 of the worker", () => {
  let studio: StudioHarness;

  beforeAll(async () => {
    [studio] = await Promise.all([
      openStudioHarness({ sandboxSettings: { latencyMs: 150 } }),
      bundleWorker(),
    ]);
  });
  afterAll(() => studio.close());

  it("at five random moments of twelve images loses no result and pays for nothing twice", async () => {
    const submitted = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        studio.submit({ model: "image-01", prompt: `Batch ${index}`, n: 2 }),
      ),
    );
    for (let round = 0; round < 5; round += 1) {
      const doomed = await startWorkerProcess();
      // The moment is the point of this test: anywhere from just started to well into the work.
      await sleep(Math.random() * 120);
      await doomed.kill();
    }
    const worker = await studio.startWorker();
    const ended = await Promise.all(submitted.map(({ id }) => studio.waitForEnd(id)));
    await worker.stop();

    for (const generation of ended) {
      expect(isTerminal(generation.state)).toBe(true);
      expect(["succeeded", "unknown"]).toContain(generation.state);
      if (generation.state === "succeeded") expect(generation.counts.stored).toBe(2);
      if (generation.state === "unknown") expect(generation.error?.code).toBe("generation.interrupted");
    }
    const billedBodies = (await studio.sandbox.readBill())
      .filter(({ billed }) => billed)
      .map(({ bodyHash }) => bodyHash);
    expect(new Set(billedBodies).size).toBe(billedBodies.length);
    const sends = await studio.test.database.attempt.groupBy({
      by: ["generationId"],
      where: { state: { in: ["open", "answered", "unknown"] } },
      _count: true,
    });
    expect(sends.every(({ _count }) => _count === 1)).toBe(true);
  });

  it("ends a worker whose launcher is killed while it starts", async () => {
    const worker = forkProgram(bundlePathOf());
    onTestFinished(() => void worker.kill("SIGKILL"));
    worker.disconnect();
    expect(await once(worker, "exit")).toEqual([0, null]);
  });

  it("gives up a request that is out when it has to stop soon, and says so", async () => {
    const ready = Promise.withResolvers<void>();
    const worker = new SupervisedProcess({
      name: "worker",
      root: process.cwd(),
      nodeArguments: ["--conditions=react-server", bundlePathOf()],
      logFile: null,
      watchesLauncher: true,
      onMessage: (message) => {
        if ((message as { type: string }).type === "ready") ready.resolve();
      },
    });
    worker.start();
    await ready.promise;
    const { id } = await studio.submit({ model: "image-01", prompt: "Takes long [[latency:300000]]" });
    await studio.waitFor(id, ({ state }) => state === "running");
    await worker.stop({ hurryAfterMs: 100, killAfterMs: 20_000 });
    const left = await studio.waitFor(id, () => true);
    expect(left).toMatchObject({ state: "unknown", error: { code: "generation.interrupted" } });
  });

  it("waits for sent requests when it is stopped, and leaves the rest in the queue", async () => {
    const worker = await startWorkerProcess();
    const first = await studio.submit({ model: "image-01", prompt: "Out when it ends [[latency:1500]]" });
    await studio.waitFor(first.id, ({ state }) => state === "running");
    expect(await worker.stop()).toBe(0);
    expect(await studio.waitForEnd(first.id)).toMatchObject({ state: "succeeded" });
  });
});
