import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { describeSoundFacts } from "@/components/takes/sound-facts";
import { openAsset } from "@/lib/media/open-asset.server";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { isTerminal } from "@/lib/generations/record/states";
import { collect } from "@/lib/generations/testing/stream-studio";
import { openStudioHarness, type StudioHarness } from "@/lib/generations/testing/studio-harness.server";

const model = "music-2.6";
/** A very short song: its content does not matter here. */
const prompt = "dance, 180 bpm";
const lyrics = "[Outro]\nla";
const audio_setting = { format: "mp3", sample_rate: 16000, bitrate: 32000 };
/** Large enough that bytes before a fault in the middle arrive separately. */
const large = { format: "mp3", sample_rate: 44100, bitrate: 256000 };

describe("when the service fails at a song", () => {
  let studio: StudioHarness;

  beforeAll(async () => {
    studio = await openStudioHarness();
    // Shorter than in production, but enough for a chunk on a busy machine.
    const timeouts = { idleMs: 6_000 };
    await studio.test.database.connection.updateMany({
      data: {
        overrides: {
          rateLimits: { models: { [model]: { requests: 1_000, windowMs: 60_000 } } },
          endpoints: { musicGeneration: { timeouts } },
        },
      },
    });
    await studio.startWorker();
    // Makes the sandbox compose the song once, before the faults.
    await compose("");
  });
  afterAll(() => studio.close());

  async function compose(fault: string, input: Record<string, unknown> = {}): Promise<GenerationDto> {
    const words = fault === "" ? "" : ` [[fault:${fault}]]`;
    const { id } = await studio.submit(
      { model, prompt, lyrics: lyrics + words, audio_setting, ...input },
      { generator: "music" },
    );
    return studio.waitFor(id, ({ state }) => isTerminal(state), 90_000);
  }

  async function expectSentOnce({ id }: GenerationDto): Promise<void> {
    const bill = (await studio.sandbox.readBill()).filter(({ requestId }) => requestId === id);
    expect(bill.map(({ billed }) => billed)).toEqual([true]);
    expect(await studio.test.database.attempt.count({ where: { generationId: id } })).toBe(1);
  }

  /** The part is playable, but not a finished song. */
  async function expectPart(done: GenerationDto, error: object): Promise<void> {
    expect(done).toMatchObject({
      state: "failed",
      error: { ...error, made: "something" },
      counts: { expected: 1, stored: 0, partial: 1 },
    });
    expect(done.live).toBeUndefined();
    expect(done.outputs).toMatchObject([{ role: "audio", mimeType: "audio/mpeg", partial: true }]);
    expect(done.outputs[0]!.durationSeconds).toBeGreaterThan(0);
    await expectSentOnce(done);
  }

  it(
    "keeps the part of a stream that is cut after its first, a middle or its last but one chunk, never as a song",
    { timeout: 240_000 },
    async () => {
      const whole = await compose("", { stream: true });
      const chunks = await countChunks(studio.sandbox.baseUrl);
      expect(chunks).toBeGreaterThan(3);
      const parts = await Promise.all(
        [1, Math.floor(chunks / 2), chunks - 1].map((count) =>
          compose(`drop-after-frames:${count}`, { stream: true }),
        ),
      );
      const song = await readSound(whole);
      // Nothing is missing after the last chunk.
      for (const fault of ["drop", "stall"]) {
        const done = await compose(`${fault}-after-frames:${chunks}`, { stream: true });
        expect(done).toMatchObject({ state: "succeeded", error: null, counts: { stored: 1, partial: 0 } });
        expect((await readSound(done)).equals(song)).toBe(true);
        await expectSentOnce(done);
      }
      for (const done of parts) {
        await expectPart(done, { code: "generation.ended-early" });
        const part = await readSound(done);
        expect(part.equals(song.subarray(0, part.length))).toBe(true);
      }
    },
  );

  it.each([
    ["is cut off", "truncate"],
    ["has a bad character in its hex", "bad-hex"],
    ["has hex of odd length", "odd-hex"],
  ])("keeps the part of a whole response that %s", async (_what, fault) => {
    await expectPart(await compose(fault, { audio_setting: large }), { code: "generation.ended-early" });
  });

  it.each([true, false])(
    "keeps both the reported facts of a song and those of its file (stream: %s)",
    async (stream) => {
      const done = await compose("other-rate", { stream });
      expect(done).toMatchObject({
        state: "succeeded",
        outputs: [{ sound: { sampleRateHz: 16_000, channels: 2 } }],
        facts: { extra_info: { music_sample_rate: 8_000 } },
      });
      const { facts } = describeSoundFacts(done.facts?.extra_info, done.outputs[0]);
      expect(facts.find(({ name }) => name === "sampleRate")).toMatchObject({
        value: 8_000,
        measured: 16_000,
      });
    },
  );
});

async function readSound({ outputs: [output] }: GenerationDto): Promise<Buffer> {
  return collect(await openAsset(output!));
}

/** The number of chunks, including the last one. */
async function countChunks(baseUrl: string): Promise<number> {
  const response = await fetch(`${baseUrl}/v1/music_generation`, {
    method: "POST",
    headers: { authorization: "Bearer sandbox-key-good", "content-type": "application/json" },
    body: JSON.stringify({ model, prompt, lyrics, audio_setting, stream: true }),
  });
  return (await response.text()).split("\n").filter((line) => line.startsWith("data:")).length;
}
