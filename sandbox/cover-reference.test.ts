import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { createSoundEncoder } from "./media/audio/sound-encoder.ts";
import { Fields } from "./rules/fields.ts";
import { parseReferenceAudio } from "./rules/reference-audio-rules.ts";
import { codeOf, messageOf, prepareSandbox } from "./test-client.ts";

const PREPROCESS = "/v1/music_cover_preprocess";
const client = prepareSandbox();

/** A tone that comes and goes, mono. */
async function makeTone(
  seconds: number,
  format: "wav" | "flac" | "mp3" = "wav",
  sampleRate = format === "mp3" ? 16_000 : 8000,
): Promise<Buffer> {
  const encoder = await createSoundEncoder({ format, sampleRate, channels: 1, mp3Bitrate: 32_000 });
  const samples = Float32Array.from(
    { length: Math.round(seconds * sampleRate) },
    (_one, index) => 0.4 * Math.sin(index / 6) * (0.5 + 0.5 * Math.sin(index / sampleRate)),
  );
  const body = encoder.encode([samples]);
  const { tail, header } = encoder.finish();
  const bytes = Buffer.concat([body, tail]);
  header?.copy(bytes);
  return bytes;
}

const analyse = (fields: object) => client.post(PREPROCESS, { model: "music-cover", ...fields });
const analyseBytes = (bytes: Buffer) => analyse({ audio_base64: bytes.toString("base64") });

describe("a reference sound", { timeout: 60_000 }, () => {
  it.each([
    [5.9, "must last 6 seconds to 6 minutes, lasts 5.90 s"],
    [361, "must last 6 seconds to 6 minutes, lasts 361.00 s"],
    [6, "success"],
    [360, "success"],
  ])("of %d seconds: %s", async (seconds, words) => {
    expect(messageOf(await analyseBytes(await makeTone(seconds, "wav", 1000)))).toContain(words);
  });

  it.each(["flac", "mp3"] as const)("may be %s", async (format) => {
    const { body } = await analyseBytes(await makeTone(9, format));
    expect(body.audio_duration).toBeCloseTo(9, 0);
  });

  it("above 50 MB is rejected, and so are bytes that are not audio", async () => {
    const tone = await makeTone(7);
    const fill = (bytes: number) => Buffer.concat([tone, Buffer.alloc(bytes - tone.length)]);
    const read = (bytes: Buffer) =>
      parseReferenceAudio(new Fields({ audio_base64: bytes.toString("base64") }));
    await expect(read(fill(50_000_001))).rejects.toThrow("audio_base64: must be at most 50 MB");
    expect((await read(fill(50_000_000))).durationSeconds).toBeCloseTo(7, 2);
    const lie = Buffer.from("%PDF-1.7 this is named song.mp3 but is none");
    expect(messageOf(await analyseBytes(lie))).toContain("audio_base64: is no sound in a known format");
  });
});

describe("a reference by address", () => {
  let close = () => undefined as void;

  afterEach(() => close());

  async function serve(answer: RequestListener): Promise<string> {
    const server = createServer(answer);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    close = () => {
      server.close();
      server.closeAllConnections();
    };
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/song.wav`;
  }

  it("on this machine is fetched and recognised as the same sound", async () => {
    const bytes = await makeTone(8);
    const audio_url = await serve((_request, response) => response.end(bytes));
    const byAddress = await analyse({ audio_url });
    expect(byAddress.body.audio_duration).toBeCloseTo(8, 2);
    expect(byAddress.body.cover_feature_id).toBe((await analyseBytes(bytes)).body.cover_feature_id);
  });

  it.each([
    ["is missing", "HTTP 404", (_request, response) => response.writeHead(404).end()],
    [
      "leads elsewhere",
      "cannot be fetched",
      (_request, response) => response.writeHead(302, { Location: "http://example.com/" }).end(),
    ],
    ["is no sound", "known format", (_request, response) => response.end("<html>")],
    ["breaks off", "cannot be fetched", (_request, response) => response.destroy()],
    [
      "never ends",
      "must be at most",
      (_request, response) => {
        const chunk = Buffer.alloc(1024 * 1024);
        const more = () => {
          while (!response.destroyed && response.write(chunk));
        };
        response.on("drain", more);
        more();
      },
    ],
  ] satisfies [string, string, RequestListener][])("that %s is rejected", async (_name, words, answer) => {
    const refused = await analyse({ audio_url: await serve(answer) });
    expect(codeOf(refused)).toBe(2013);
    expect(messageOf(refused)).toContain("invalid params, audio_url:");
    expect(messageOf(refused)).toContain(words);
  });
});

describe("faults of an analysis", () => {
  const url = { audio_url: "https://a.b/fault.mp3" };
  const arm = (fault: string) =>
    client.post("/__sandbox/faults", { faults: [fault], endpoint: PREPROCESS, times: 1 });
  interface Structure {
    num_segments: number;
    segments: { start: number; end: number }[];
  }

  it("returns a truncated structure, overlapping segments, or segments past the end", async () => {
    await arm("structure-garbage");
    const { body: garbage } = await analyse(url);
    expect(() => JSON.parse(garbage.structure_result as string) as unknown).toThrow(SyntaxError);
    await arm("overlapping-segments");
    const { body: overlapping } = await analyse(url);
    const { segments } = JSON.parse(overlapping.structure_result as string) as Structure;
    expect(segments[1]?.start).toBeLessThan(segments[0]?.end ?? 0);
    await arm("segments-beyond-end");
    const { body: beyond } = await analyse(url);
    const told = JSON.parse(beyond.structure_result as string) as Structure;
    expect(told.segments.at(-1)?.end).toBeGreaterThan(beyond.audio_duration as number);
    await arm("no-lyrics");
    expect((await analyse(url)).body.formatted_lyrics).toBe("");
    const { body: sound } = await analyse(url);
    const right = JSON.parse(sound.structure_result as string) as Structure;
    expect(right.segments.at(-1)?.end).toBeCloseTo(sound.audio_duration as number, 1);
  });

  it("expires an identifier on request, and renews it with the same sound", async () => {
    const { body } = await analyse(url);
    const make = () =>
      client.post("/v1/music_generation", {
        model: "music-cover",
        prompt: "A slow soul version",
        lyrics: "[Verse]\nOther words",
        cover_feature_id: body.cover_feature_id,
        audio_setting: { sample_rate: 16000, format: "mp3" },
      });
    const expired = await client.post("/__sandbox/cover-features/expire", {
      coverFeatureId: body.cover_feature_id,
    });
    expect(expired.body).toEqual({ expiredCount: 1 });
    expect(messageOf(await make())).toContain("cover_feature_id: is unknown or has expired");
    expect((await analyse(url)).body.cover_feature_id).toBe(body.cover_feature_id);
    expect(messageOf(await make())).toBe("success");
    expect((await client.post("/__sandbox/cover-features/expire", {})).body.expiredCount).toBeGreaterThan(0);
    expect((await client.post("/__sandbox/cover-features/expire", { id: "x" })).status).toBe(400);
  });
});
