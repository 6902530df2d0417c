import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStudioHarness, type StudioHarness } from "@/lib/generations/testing/studio-harness.server";
import { bundleWorker, startWorkerProcess } from "@/lib/generations/testing/worker-process";

const model = "music-2.6";
const lyrics = "[Verse]\nOne for the leaving, one for the shore\none for the key that I hang by the door";

describe("music when the worker is killed", () => {
  let studio: StudioHarness;

  beforeAll(async () => {
    [studio] = await Promise.all([openStudioHarness(), bundleWorker()]);
  });
  afterAll(() => studio.close());

  async function readBill(id: string) {
    return (await studio.sandbox.readBill()).filter(({ requestId }) => requestId === id);
  }

  it("keeps the received part of a stream, billed once, as a partial result", async () => {
    const first = await startWorkerProcess();
    // Streamed in real time, so the worker dies long before the end.
    const { id } = await studio.submit(
      { model, lyrics: `${lyrics} [[pace:1]]`, stream: true },
      { generator: "music" },
    );
    const live = await studio.waitFor(id, ({ live }) => live !== undefined);
    expect(live).toMatchObject({
      state: "running",
      live: { role: "audio", index: 0, mimeType: "audio/mpeg" },
    });
    await expect
      .poll(() => studio.test.database.streamPiece.count({ where: { generationId: id } }), {
        timeout: 20_000,
      })
      .toBeGreaterThan(1);
    await first.kill();

    const second = await startWorkerProcess();
    const done = await studio.waitForEnd(id);
    expect(done).toMatchObject({
      state: "failed",
      error: { code: "generation.ended-early", made: "something" },
      counts: { stored: 0, partial: 1 },
    });
    expect(done.live).toBeUndefined();
    expect(done.outputs).toMatchObject([{ role: "audio", partial: true }]);
    expect(done.outputs[0]!.durationSeconds).toBeGreaterThan(0);
    expect(await studio.test.database.streamPiece.count({ where: { generationId: id } })).toBe(0);
    expect(await readBill(id)).toHaveLength(1);
    expect(await second.stop()).toBe(0);
  });

  it("is unknown and never resent if a response was on its way", async () => {
    const first = await startWorkerProcess();
    const { id } = await studio.submit(
      { model, lyrics: `${lyrics} [[latency:20000]]` },
      { generator: "music" },
    );
    await studio.waitFor(id, ({ state }) => state === "running");
    await expect
      .poll(async () =>
        (await studio.sandbox.readRequests()).some(({ requestId, bodyHash }) => requestId === id && bodyHash),
      )
      .toBe(true);
    await first.kill();
    const second = await startWorkerProcess();
    const done = await studio.waitForEnd(id);
    expect(done).toMatchObject({
      state: "unknown",
      error: { code: "generation.interrupted" },
      outputs: [],
    });
    const arrivals = (await studio.sandbox.readRequests()).filter(({ requestId }) => requestId === id);
    expect(arrivals).toHaveLength(1);
    expect(await second.stop()).toBe(0);
  });

  it("leaves queued songs to the next worker", async () => {
    const { id } = await studio.submit({ model, lyrics }, { generator: "music" });
    expect(await studio.waitFor(id, () => true)).toMatchObject({ state: "queued" });
    const worker = await startWorkerProcess();
    expect(await studio.waitForEnd(id)).toMatchObject({ state: "succeeded" });
    expect(await readBill(id)).toHaveLength(1);
    expect(await worker.stop()).toBe(0);
  });
});
