import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { openStudioHarness, type StudioHarness } from "@/lib/generations/testing/studio-harness.server";

const words = "The keeper climbed the last stair and listened to the sea below the lamp room.";

describe("when the service fails at speech", () => {
  let studio: StudioHarness;

  beforeAll(async () => {
    studio = await openStudioHarness();
    const many = { requests: 1_000, windowMs: 60_000 };
    // Shorter than in production, but enough for a chunk on a busy machine.
    const timeouts = { idleMs: 4_000 };
    await studio.test.database.connection.updateMany({
      data: {
        overrides: { rateLimits: { endpoints: { speech: many } }, endpoints: { speech: { timeouts } } },
      },
    });
    await studio.startWorker();
  });
  afterAll(() => studio.close());

  async function speak(fault: string, input: Record<string, unknown> = {}): Promise<GenerationDto> {
    const { id } = await studio.submit(
      { model: "speech-2.6-hd", text: `${words} [[fault:${fault}]]`, ...input },
      { generator: "speech" },
    );
    return studio.waitForEnd(id);
  }

  async function expectSentOnce({ id }: GenerationDto): Promise<void> {
    const bill = (await studio.sandbox.readBill()).filter(({ requestId }) => requestId === id);
    expect(bill.map(({ billed }) => billed)).toEqual([true]);
    expect(await studio.test.database.attempt.count({ where: { generationId: id } })).toBe(1);
  }

  it.each([
    ["hex of odd length", "odd-hex", "answer.hex"],
    ["hex with a bad character", "bad-hex", "answer.hex"],
    ["an answer that is announced as a stream", "json-as-stream", "answer.content-type"],
    ["an answer that is cut off", "truncate", "answer.truncated"],
  ])("ends %s as unknown and stores nothing", async (_what, fault, code) => {
    const done = await speak(fault);
    expect(done).toMatchObject({ state: "unknown", error: { code }, outputs: [], counts: { stored: 0 } });
    await expectSentOnce(done);
  });

  it("stores all bytes of a stream with a chunk of 5 MB", async () => {
    const done = await speak("large-frame:5", { stream: true });
    expect(done).toMatchObject({ state: "succeeded", error: null, counts: { stored: 1, partial: 0 } });
    const { audio_size } = done.facts!.extra_info as { audio_size: number };
    expect(done.outputs[0]!.bytes).toBe(audio_size);
  });

  it("keeps the sound if its subtitles are missing, and says so", async () => {
    const without = await speak("no-subtitles", { subtitle_enable: true });
    expect(without).toMatchObject({ state: "succeeded", facts: { missing: ["subtitle"] } });
    const broken = await speak("garbage-subtitles", { subtitle_enable: true });
    expect(broken.state).toBe("succeeded");
    for (const { outputs } of [without, broken]) expect(outputs.map(({ role }) => role)).toEqual(["audio"]);
  });
});
