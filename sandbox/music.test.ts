import { parseBuffer } from "music-metadata";
import { describe, expect, it } from "vitest";
import { createSoundEncoder } from "./media/audio/sound-encoder.ts";
import { type MusicPart, renderSong } from "./media/music/render-song.ts";
import { codeOf, messageOf, prepareSandbox } from "./test-client.ts";

const PATH = "/v1/music_generation";
const PREPROCESS = "/v1/music_cover_preprocess";
const client = prepareSandbox();
const song = { model: "music-3.0", prompt: "Warm folk, 180 bpm", lyrics: "[Verse]\nHarbour lights" };
const cover = {
  model: "music-cover",
  prompt: "A slow late night soul version",
  audio_url: "https://a.b/c.mp3",
};

async function makeReference(durationSeconds: number): Promise<string> {
  const segments = [{ start: 0, end: durationSeconds, label: "verse" as const }];
  const part: MusicPart = {
    prompt: `reference ${durationSeconds}`,
    lyrics: "",
    isInstrumental: true,
    seed: "",
    cover: { durationSeconds, beatsPerMinute: 100, root: 0, mode: "major", segments },
    maximumSeconds: null,
    hasWatermark: false,
  };
  const shape = { format: "mp3", sampleRate: 16_000, channels: 2, mp3Bitrate: 32_000 } as const;
  const encoder = await createSoundEncoder(shape);
  const pieces = [...renderSong(part, 16_000)].map((channels) => encoder.encode(channels));
  return Buffer.concat([...pieces, encoder.finish().tail]).toString("base64");
}

describe("music rules", { timeout: 30_000 }, () => {
  it.each([
    ["model", { ...song, model: "music-2.5" }],
    ["prompt", { ...song, prompt: "a".repeat(2001) }],
    ["prompt", { model: "music-2.6", is_instrumental: true }],
    ["prompt", { model: "music-2.6", is_instrumental: true, prompt: "" }],
    ["lyrics", { model: "music-3.0", prompt: "Warm folk" }],
    ["lyrics", { ...song, lyrics: "" }],
    ["lyrics", { model: "music-2.6", prompt: "Felt piano", is_instrumental: true, lyrics: "" }],
    ["lyrics", { ...song, lyrics: "a".repeat(3501) }],
    ["lyrics", { ...song, lyrics: ["a"] }],
    ["output_format", { ...song, output_format: "file" }],
    ["output_format", { ...song, stream: true, output_format: "url" }],
    ["audio_setting", { ...song, audio_setting: "mp3" }],
    ["audio_setting.sample_rate", { ...song, audio_setting: { sample_rate: 22050 } }],
    ["audio_setting.bitrate", { ...song, audio_setting: { bitrate: 192000 } }],
    ["audio_setting.format", { ...song, audio_setting: { format: "flac" } }],
    ["aigc_watermark", { ...song, aigc_watermark: "no" }],
    ["is_instrumental", { ...song, is_instrumental: 0 }],
    ["audio_url", { ...song, audio_url: "https://a.b/c.mp3" }],
    ["audio_base64", { ...song, audio_base64: "AAAA" }],
    ["cover_feature_id", { ...song, cover_feature_id: "x" }],
    ["prompt", { model: "music-cover", audio_url: "https://a.b/c.mp3" }],
    ["prompt", { ...cover, prompt: "too short" }],
    ["prompt", { ...cover, prompt: "a".repeat(301) }],
    ["lyrics", { ...cover, lyrics: "too short" }],
    ["lyrics", { ...cover, lyrics: "a".repeat(1001) }],
    ["is_instrumental", { ...cover, is_instrumental: true }],
    ["lyrics_optimizer", { ...cover, lyrics_optimizer: true }],
    ["audio_url", { model: "music-cover", prompt: cover.prompt }],
    ["audio_url", { ...cover, audio_base64: "AAAA" }],
    ["audio_url", { ...cover, audio_url: "ftp://a.b/c.mp3" }],
    ["cover_feature_id", { ...cover, cover_feature_id: "x", lyrics: "long enough lyrics" }],
    ["lyrics", { model: "music-cover", prompt: cover.prompt, cover_feature_id: "x" }],
    [
      "cover_feature_id",
      { model: "music-cover", prompt: cover.prompt, cover_feature_id: "x", lyrics: "a".repeat(10) },
    ],
    ["audio_base64", { model: "music-cover", prompt: cover.prompt, audio_base64: "no base64!" }],
    ["audio_base64", { model: "music-cover", prompt: cover.prompt, audio_base64: "AAAAAAAA" }],
  ])("refuses %s %#", async (field, body) => {
    const answer = await client.post(PATH, body);
    expect(codeOf(answer)).toBe(2013);
    expect(messageOf(answer)).toContain(`invalid params, ${field}:`);
  });

  it("refuses a reference under 6 seconds", async () => {
    const audio_base64 = await makeReference(5);
    const answer = await client.post(PATH, { model: "music-cover", prompt: cover.prompt, audio_base64 });
    expect(messageOf(answer)).toContain("6 seconds to 6 minutes");
  });

  it.each([
    [
      "lyrics written from the prompt",
      { model: "music-2.6-free", prompt: "x", lyrics: "", lyrics_optimizer: true },
    ],
    ["an instrumental piece", { model: "music-3.0-free", prompt: "x", is_instrumental: true }],
    ["a song without a prompt", { model: "music-3.0", lyrics: "a" }],
    ["a cover by address", cover],
  ])("accepts and begins %s", async (_name, body) => {
    const request = { ...body, stream: true, audio_setting: { sample_rate: 16000 } };
    const reader = (await client.send(PATH, request)).body!.getReader();
    const { value } = await reader.read();
    expect(Buffer.from(value!).toString()).toMatch(/^data: {"data":{"audio":"[0-9a-f]+","status":1/);
    await reader.cancel();
  });

  it("keeps the paid models from the free plan", async () => {
    expect(codeOf(await client.postAs("sandbox-key-free", PATH, song))).toBe(2061);
    const free = { ...song, model: "music-3.0-free", audio_setting: { sample_rate: 16000 } };
    expect(codeOf(await client.postAs("sandbox-key-free", PATH, free))).toBe(0);
  });
});

describe("music", { timeout: 30_000 }, () => {
  it.each([
    ["mp3", "MPEG"],
    ["wav", "WAVE"],
  ])("is decodable %s and matches extra_info", async (format, container) => {
    const { body } = await client.post(PATH, {
      ...song,
      audio_setting: { format, sample_rate: 24000, bitrate: 64000 },
    });
    const bytes = Buffer.from((body.data as { audio: string }).audio, "hex");
    const extra = body.extra_info as Record<string, number>;
    const { format: facts } = await parseBuffer(bytes, undefined, { duration: true });
    expect(facts).toMatchObject({ container, sampleRate: 24000, numberOfChannels: 2 });
    expect(Math.abs((facts.duration ?? 0) * 1000 - (extra.music_duration ?? 0))).toBeLessThan(200);
    expect(extra).toMatchObject({ music_sample_rate: 24000, music_channel: 2, music_size: bytes.byteLength });
    expect(body).toMatchObject({ data: { status: 2 }, analysis_info: null, trace_id: expect.any(String) });
  });

  it("is a URL in data.audio on request", async () => {
    const { body } = await client.post(PATH, {
      ...song,
      output_format: "url",
      audio_setting: { sample_rate: 16000 },
    });
    const response = await fetch((body.data as { audio: string }).audio);
    expect(response.status).toBe(200);
    expect((await parseBuffer(Buffer.from(await response.arrayBuffer()))).format.container).toBe("MPEG");
  });

  it("creates a cover in two steps, with the same identifier for the same sound", async () => {
    const audio_base64 = await makeReference(7);
    const first = await client.post(PREPROCESS, { model: "music-cover", audio_base64 });
    const again = await client.post(PREPROCESS, { model: "music-cover", audio_base64 });
    expect(again.body.cover_feature_id).toBe(first.body.cover_feature_id);
    expect(Math.abs((first.body.audio_duration as number) - 7)).toBeLessThan(0.2);
    expect(first.body.formatted_lyrics).toContain("[Verse]");
    const structure = JSON.parse(first.body.structure_result as string) as {
      num_segments: number;
      segments: object[];
    };
    expect(structure.segments).toHaveLength(structure.num_segments);
    expect(structure.segments[0]).toMatchObject({ start: 0, label: "verse" });
    const made = await client.post(PATH, {
      model: "music-cover-free",
      prompt: cover.prompt,
      lyrics: "[Verse]\nOther words",
      cover_feature_id: first.body.cover_feature_id,
      audio_setting: { sample_rate: 16000 },
    });
    expect(messageOf(made)).toBe("success");
    const day = 24 * 60 * 60 * 1000;
    await client.post("/__sandbox/settings", { clockOffsetMs: day });
    const late = {
      ...cover,
      audio_url: undefined,
      lyrics: "Other words here",
      cover_feature_id: first.body.cover_feature_id,
    };
    expect(messageOf(await client.post(PATH, late))).toContain("cover_feature_id");
    await client.post("/__sandbox/settings", { clockOffsetMs: 0 });
  });

  it.each([
    ["model", { model: "music-3.0", audio_url: "https://a.b/c.mp3" }],
    ["audio_url", { model: "music-cover" }],
    ["audio_url", { model: "music-cover", audio_url: "https://a.b/c.mp3", audio_base64: "AAAA" }],
  ])("preprocess refuses %s", async (field, body) => {
    expect(messageOf(await client.post(PREPROCESS, body))).toContain(`invalid params, ${field}:`);
  });

  it("streams pieces and repeats all of the audio at the end", async () => {
    const response = await client.send(PATH, {
      ...song,
      stream: true,
      audio_setting: { sample_rate: 16000 },
    });
    const frames = (await response.text())
      .trimEnd()
      .split("\n\n")
      .map((part) => JSON.parse(part.slice(6)) as { data: { audio: string; status: number } });
    const last = frames.pop();
    expect(last?.data).toEqual({ status: 2, audio: frames.map(({ data }) => data.audio).join("") });
  });
});
