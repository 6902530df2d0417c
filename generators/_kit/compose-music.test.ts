import { describe, expect, it, vi } from "vitest";
import type { OutputBytes, RunnerContext } from "@/lib/generations/record/runner-port.server";
import type { ServiceClient } from "@/lib/service/client.server";
import type { MusicRequest } from "@/lib/service/contract/music";
import { composeMusic } from "./compose-music.server";

const song = { model: "music-3.0", lyrics: "la" } as const satisfies MusicRequest;
const sound = [Buffer.from("first "), Buffer.from("second")];

interface Kept {
  output: Omit<OutputBytes, "source">;
  bytes: string;
  /** What the source threw; undefined if it ended normally. */
  fault?: unknown;
}

/** A service with the given response, and a store that keeps what arrives. */
function openContext(answer: { status?: number | null; url?: string; fault?: Error }) {
  const kept: Kept[] = [];
  const sent: MusicRequest[] = [];
  const client = {
    generateMusic: vi.fn(
      async (
        request: MusicRequest,
        { onAudio }: { onAudio(bytes: AsyncIterable<Uint8Array>): Promise<void> },
      ) => {
        sent.push(request);
        const { status = 2, url, fault } = answer;
        if (url === undefined) {
          await onAudio(
            (async function* bytes() {
              yield* sound;
              if (fault) throw fault;
            })(),
          );
        }
        const audio = url === undefined ? { kind: "bytes", byteCount: 12 } : { kind: "url", url };
        return { audio, status, extraInfo: { music_duration: 1000 }, traceId: "t-1", address: "http://h" };
      },
    ),
  };
  const context = {
    generationId: "g-1",
    client: client as unknown as ServiceClient,
    signal: new AbortController().signal,
    async storeOutput({ source, ...output }: OutputBytes) {
      const entry: Kept = { output, bytes: "" };
      kept.push(entry);
      try {
        for await (const chunk of source) entry.bytes += Buffer.from(chunk).toString();
      } catch (error) {
        entry.fault = error;
        throw error;
      }
    },
    streamOutput: () => Promise.reject(new Error("not asked for")),
  } satisfies RunnerContext;
  return { context, kept, sent };
}

describe("composeMusic, whole", () => {
  it("is a complete song if its status is completed or missing", async () => {
    for (const status of [2, null]) {
      const { context, kept } = openContext({ status });
      await expect(composeMusic(song, context)).resolves.toMatchObject({
        kind: "done",
        outputs: [],
        traceId: "t-1",
        facts: { extra_info: { music_duration: 1000 } },
      });
      expect(kept).toEqual([
        {
          output: { index: 0, role: "audio", expectedKind: "audio", keepsPart: true },
          bytes: "first second",
        },
      ]);
    }
  });

  it("keeps a song that is still composing as a partial result", async () => {
    const { context, kept } = openContext({ status: 1 });
    await expect(composeMusic(song, context)).rejects.toMatchObject({
      code: "answer.truncated",
      traceId: "t-1",
    });
    expect(kept).toMatchObject([{ bytes: "first second", fault: { code: "answer.truncated" } }]);
  });

  it("does not download the link of a song that is still composing", async () => {
    const { context, kept } = openContext({ status: 1, url: "http://h/song.mp3" });
    await expect(composeMusic(song, context)).rejects.toMatchObject({ code: "answer.truncated" });
    expect(kept).toEqual([]);
  });

  it("keeps the received part of a broken response with its reason", async () => {
    const fault = new Error("the line is dead");
    const { context, kept } = openContext({ fault });
    await expect(composeMusic(song, context)).rejects.toBe(fault);
    expect(kept).toMatchObject([{ bytes: "first second", fault }]);
  });

  it("names the link of a completed song", async () => {
    const { context } = openContext({ url: "http://h/song.mp3" });
    await expect(composeMusic({ ...song, output_format: "url" }, context)).resolves.toMatchObject({
      outputs: [{ index: 0, role: "audio", expectedKind: "audio", url: "http://h/song.mp3" }],
    });
  });

  it("requests raw audio at a known rate and describes it", async () => {
    for (const sample_rate of [undefined, 16000] as const) {
      const { context, kept, sent } = openContext({});
      const setting = { format: "pcm" as const, ...(sample_rate ? { sample_rate } : {}) };
      await composeMusic({ ...song, audio_setting: setting }, context);
      expect(sent[0]!.audio_setting).toEqual({ format: "pcm", sample_rate: sample_rate ?? 44100 });
      expect(kept[0]!.output.rawAudio).toEqual({
        encoding: "s16le",
        sampleRateHz: sample_rate ?? 44100,
        channels: 2,
      });
    }
  });
});
