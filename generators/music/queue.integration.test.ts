import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { measureQueue } from "@/lib/generations/testing/measure-queue.server";
import { openStepWorker, type StepWorker } from "@/lib/generations/testing/step-worker.server";
import { openStudioHarness, type StudioHarness } from "@/lib/generations/testing/studio-harness.server";

const minuteMs = 60_000;
/** A short, small song: the test is about waiting in line. */
const shortSong = {
  prompt: "dance, 180 bpm",
  lyrics: "[Outro]\nla",
  audio_setting: { format: "mp3", sample_rate: 16000, bitrate: 32000 },
};

/** The clock of the studio and the sandbox is moved forward, so that ten minutes pass in seconds. */
describe("the line of a model that takes three requests a minute", () => {
  let studio: StudioHarness;
  let worker: StepWorker;

  beforeAll(async () => {
    studio = await openStudioHarness({ sandboxSettings: { rateLimits: "on" } });
    worker = await openStepWorker(studio);
  });
  afterAll(async () => {
    await worker.close();
    await studio.close();
  });

  it(
    "takes thirty songs: none refused, all in their order, each when it was told",
    { timeout: 240_000 },
    async () => {
      const { requests, starts, arrivals, refusals } = await measureQueue(studio, worker, {
        generator: "music",
        inputs: Array.from({ length: 30 }, () => ({ ...shortSong, model: "music-3.0-free" })),
      });
      expect(requests.map(({ state }) => state)).toEqual(Array(30).fill("succeeded"));
      expect(refusals).toBe(0);
      expect(starts).toEqual(requests.map(({ id }) => id));
      // Requests sent at the same moment may arrive in any order.
      expect(inThrees(arrivals)).toEqual(inThrees(starts));
      for (const [index, { shownMs, waitedMs }] of requests.entries()) {
        const windows = Math.floor(index / 3);
        expect(Math.abs(waitedMs - shownMs)).toBeLessThanOrEqual(Math.max(0.1 * waitedMs, 0.1 * minuteMs));
        // The service accepts three a minute; none waits longer than needed.
        expect(waitedMs).toBeGreaterThanOrEqual(windows * minuteMs);
        expect(waitedMs).toBeLessThan((windows + 0.2 + 0.02 * windows) * minuteMs);
      }
    },
  );

  it("lets another model go meanwhile, since each has a line of its own", { timeout: 120_000 }, async () => {
    const free = { ...shortSong, model: "music-2.6-free" };
    for (let index = 0; index < 3; index += 1) await worker.submit("music", free);
    const waits = await worker.submit("music", free);
    const goes = await worker.submit("music", { ...shortSong, model: "music-2.6" });
    expect(waits.waiting).toMatchObject({ reason: "rate-limit" });
    expect(goes.waiting).toBeUndefined();
    await worker.runDue();
    const read = (id: string) => studio.waitFor(id, () => true);
    expect(await read(waits.id)).toMatchObject({ state: "queued" });
    expect(await read(goes.id)).toMatchObject({ state: "succeeded", error: null });
  });
});

/** Groups the ids sent together, in any order. */
function inThrees(ids: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / 3) }, (_, index) =>
    ids.slice(3 * index, 3 * index + 3).sort(),
  );
}
