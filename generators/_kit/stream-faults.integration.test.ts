import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generators } from "@/generators/registry";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { isTerminal } from "@/lib/generations/record/states";
import { openStudioHarness, type StudioHarness } from "@/lib/generations/testing/studio-harness.server";
import { runnerRegistry } from "@/server/runners.server";

/** A very short song: its content does not matter here. */
const song = {
  prompt: "dance, 180 bpm",
  audio_setting: { format: "mp3", sample_rate: 16000, bitrate: 32000 },
};
const words = "The keeper climbed the last stair and listened to the sea below the lamp room.";

/** The input that makes the sandbox cause a fault, for one generator of each function that streams. */
const inputs: Record<string, (fault: string) => Record<string, unknown>> = {
  music: (fault) => ({ ...song, model: "music-2.6", lyrics: `[Outro]\nla ${fault}` }),
  speech: (fault) => ({ model: "speech-2.6-hd", text: `${words} ${fault}` }),
};

let studio: StudioHarness;

beforeAll(async () => {
  studio = await openStudioHarness();
  const many = { requests: 1_000, windowMs: 60_000 };
  // Shorter than in production, but enough for a chunk on a busy machine.
  const timeouts = { idleMs: 6_000 };
  await studio.test.database.connection.updateMany({
    data: {
      overrides: {
        rateLimits: {
          endpoints: { speech: many },
          models: { "music-2.6": many },
        },
        endpoints: { speech: { timeouts }, musicGeneration: { timeouts } },
      },
    },
  });
  await studio.startWorker();
  // Makes the sandbox compose the song and speak the text once, before the faults.
  for (const [generator, writeInput] of Object.entries(inputs)) {
    const { id } = await studio.submit(writeInput("[[latency:0]]"), { generator });
    await studio.waitFor(id, ({ state }) => isTerminal(state), 90_000);
  }
});
afterAll(() => studio.close());

it("covers every function that streams", async () => {
  const loadStart = async (id: string) => (await runnerRegistry.load(id))!.start;
  const covered = await Promise.all(Object.keys(inputs).map(loadStart));
  for (const { id, streamField } of generators) {
    if (streamField) expect(covered, id).toContain(await loadStart(id));
  }
});

describe.each(Object.entries(inputs))("when the service fails at %s", (generator, writeInput) => {
  async function generate(fault: string, input: Record<string, unknown> = {}): Promise<GenerationDto> {
    const written = writeInput(`[[fault:${fault}]]`);
    const { id } = await studio.submit({ ...written, ...input }, { generator });
    return studio.waitFor(id, ({ state }) => isTerminal(state), 90_000);
  }

  async function expectSentOnce({ id }: GenerationDto): Promise<void> {
    const bill = (await studio.sandbox.readBill()).filter(({ requestId }) => requestId === id);
    expect(bill.map(({ billed }) => billed)).toEqual([true]);
    expect(await studio.test.database.attempt.count({ where: { generationId: id } })).toBe(1);
  }

  it.each([
    ["drops its connection", "drop-after-frames:3", { code: "generation.ended-early" }],
    ["ends inside a chunk", "truncate", { code: "generation.ended-early" }],
    ["never sends its last frame", "no-last-frame", { code: "generation.ended-early" }],
    ["stalls", "stall-after-frames:2", { code: "generation.ended-early" }],
    ["has hex of odd length", "odd-hex", { code: "generation.ended-early" }],
    ["has hex with a bad character", "bad-hex", { code: "generation.ended-early" }],
    ["reports a fault of the service", "stream-error:1033", { serviceCode: 1033 }],
    ["reports sensitive content", "stream-error:1026", { serviceCode: 1026 }],
    ["reports too many requests", "stream-error:1002", { serviceCode: 1002 }],
  ])("keeps the part of a stream that %s, and never sends it again", async (_what, fault, error) => {
    const done = await generate(fault, { stream: true });
    expect(done).toMatchObject({
      state: "failed",
      error: { ...error, made: "something" },
      counts: { expected: 1, stored: 0, partial: 1 },
    });
    expect(done.live).toBeUndefined();
    expect(done.outputs).toMatchObject([{ role: "audio", mimeType: "audio/mpeg", partial: true }]);
    expect(done.outputs[0]!.durationSeconds).toBeGreaterThan(0);
    await expectSentOnce(done);
  });

  it.each([
    ["a stream that stalls before it begins", "stall-after-frames:0", true, "timeout.idle"],
    ["a stream that drops before it begins", "drop-after-frames:0", true, "answer.truncated"],
    ["a stream whose data is null", "data-null", true, "answer.truncated"],
    ["a stream without sound", "empty-result", true, "answer.shape"],
    ["a stream that is not JSON", "garbage", true, "answer.garbage"],
    ["data that is null", "data-null", false, "answer.shape"],
    ["a sound of 0 bytes", "empty-result", false, "answer.shape"],
    ["a response that never arrives", "drop-after", false, "network.lost"],
  ])("ends %s as unknown and stores nothing", async (_what, fault, stream, code) => {
    const done = await generate(fault, { stream });
    expect(done).toMatchObject({ state: "unknown", error: { code }, outputs: [], counts: { stored: 0 } });
    await expectSentOnce(done);
  });

  it.each(["json-for-stream", "json-as-stream"])(
    "accepts a complete sound in place of a stream (%s)",
    async (fault) => {
      const done = await generate(fault, { stream: true });
      expect(done).toMatchObject({ state: "succeeded", error: null, counts: { stored: 1, partial: 0 } });
      expect(done.outputs).toHaveLength(1);
      expect(done.outputs[0]).not.toHaveProperty("partial");
    },
  );

  it("accepts a chunk of 5 MB", async () => {
    const done = await generate("large-frame:5", { stream: true });
    expect(done).toMatchObject({ state: "succeeded", error: null, counts: { stored: 1, partial: 0 } });
  });

  it.each([
    ["has expired", "dead-links", "result.link-dead"],
    ["leads to a page", "garbage-links", "result.type"],
  ])("fails if the link of the sound %s", async (_what, fault, code) => {
    const done = await generate(fault, { output_format: "url" });
    expect(done).toMatchObject({ state: "failed", error: { code }, outputs: [], counts: { failed: 1 } });
    await expectSentOnce(done);
  });

  it("resends after a temporary rejection, because nothing was made", async () => {
    const done = await generate("1002x1", { stream: true });
    expect(done.state).toBe("succeeded");
    const attempts = await studio.test.database.attempt.findMany({
      where: { generationId: done.id },
      orderBy: { number: "asc" },
    });
    expect(attempts.map(({ state }) => state)).toEqual(["refused", "answered"]);
  });
});
