import { parseBuffer } from "music-metadata";
import { describe, expect, it } from "vitest";
import { codeOf, messageOf, prepareSandbox } from "./test-client.ts";

const PATH = "/v1/t2a_v2";
const client = prepareSandbox();
const good = { model: "speech-2.6-hd", text: "Hello there. This is a test." };

describe("speech rules", () => {
  it.each([
    ["model", { text: "a" }],
    ["model", { ...good, model: "speech-2.8-hd" }],
    ["text", { model: good.model }],
    ["text", { ...good, text: "" }],
    ["text", { ...good, text: "字".repeat(10_000) }],
    ["text", { ...good, text: "a <#0#> b" }],
    ["text", { ...good, text: "a <#100#> b" }],
    ["text", { ...good, text: "a <#1.234#> b" }],
    ["text", { ...good, text: "a <#x#> b" }],
    ["text", { ...good, text: "<#1#> b" }],
    ["text", { ...good, text: "a <#1#>" }],
    ["text", { ...good, text: "a <#1#><#2#> b" }],
    ["stream", { ...good, stream: "yes" }],
    ["output_format", { ...good, output_format: "base64" }],
    ["audio_setting.format", { ...good, stream: true, audio_setting: { format: "wav" } }],
    ["audio_setting.format", { ...good, audio_setting: { format: "opus" } }],
    ["audio_setting.sample_rate", { ...good, audio_setting: { sample_rate: 48000 } }],
    ["audio_setting.bitrate", { ...good, audio_setting: { bitrate: 96000 } }],
    ["audio_setting.channel", { ...good, audio_setting: { channel: 3 } }],
    ["voice_setting", { ...good, voice_setting: [] }],
    ["voice_setting.speed", { ...good, voice_setting: { speed: 0.4 } }],
    ["voice_setting.speed", { ...good, voice_setting: { speed: 2.1 } }],
    ["voice_setting.vol", { ...good, voice_setting: { vol: 0 } }],
    ["voice_setting.vol", { ...good, voice_setting: { vol: 10.1 } }],
    ["voice_setting.pitch", { ...good, voice_setting: { pitch: 13 } }],
    ["voice_setting.pitch", { ...good, voice_setting: { pitch: 0.5 } }],
    ["voice_setting.emotion", { ...good, voice_setting: { emotion: "bored" } }],
    ["voice_setting.emotion", { ...good, model: "speech-02-hd", voice_setting: { emotion: "whisper" } }],
    ["voice_setting.english_normalization", { ...good, voice_setting: { english_normalization: true } }],
    ["pronunciation_dict.tone", { ...good, pronunciation_dict: { tone: ["omg"] } }],
    ["pronunciation_dict.tone", { ...good, pronunciation_dict: { tone: "omg/oh" } }],
    ["timber_weights", { ...good, timber_weights: Array(5).fill({ voice_id: "cute_boy", weight: 1 }) }],
    ["timber_weights[0].weight", { ...good, timber_weights: [{ voice_id: "cute_boy", weight: 101 }] }],
    ["timbre_weights[0].voice_id", { ...good, timbre_weights: [{ weight: 10 }] }],
    ["language_boost", { ...good, language_boost: "Klingon" }],
    ["language_boost", { ...good, model: "speech-02-turbo", language_boost: "Tamil" }],
    ["voice_modify", { ...good, audio_setting: { format: "pcm" }, voice_modify: {} }],
    ["voice_modify", { ...good, stream: true, audio_setting: { format: "flac" }, voice_modify: {} }],
    ["voice_modify.pitch", { ...good, voice_modify: { pitch: 101 } }],
    ["voice_modify.sound_effects", { ...good, voice_modify: { sound_effects: "cave" } }],
    ["subtitle_enable", { ...good, subtitle_enable: 1 }],
  ])("refuses %s %#", async (field, body) => {
    const answer = await client.post(PATH, body);
    expect(codeOf(answer)).toBe(2013);
    expect(messageOf(answer)).toContain(`invalid params, ${field}:`);
  });

  it("accepts and ignores output_format url in a stream", async () => {
    const response = await client.send(PATH, { ...good, stream: true, output_format: "url" });
    expect(response.headers.get("content-type")).toContain("text/event-stream");
    expect(await response.text()).toMatch(/"audio":"[0-9a-f]+"/);
  });

  it("answers 2042 for an unknown voice, and 1042 for text of invisible characters", async () => {
    expect(codeOf(await client.post(PATH, { ...good, voice_setting: { voice_id: "nobody" } }))).toBe(2042);
    expect(codeOf(await client.post(PATH, { ...good, text: "a\u200b\u200b\u200bb" }))).toBe(1042);
  });

  it("accepts the bounds", async () => {
    const body = {
      ...good,
      text: "a <#0.01#> b <#99.99#> c",
      audio_setting: { sample_rate: 8000 },
      voice_setting: { voice_id: "cute_boy", speed: 0.5, vol: 10, pitch: -12, emotion: "fluent" },
      pronunciation_dict: { tone: ["处理/(chu3)(li3)", "omg/oh my god"] },
      timber_weights: [{ voice_id: "Santa_Claus", weight: 100 }],
      language_boost: null,
      voice_modify: { pitch: -100, intensity: 100, timbre: 0, sound_effects: "robotic" },
    };
    expect(messageOf(await client.post(PATH, body))).toBe("success");
    expect(codeOf(await client.post(PATH, { ...good, language_boost: "Tamil" }))).toBe(0);
  });
});

describe("spoken sound", () => {
  it.each([
    ["mp3", 8000, "MPEG"],
    ["mp3", 22050, "MPEG"],
    ["mp3", 44100, "MPEG"],
    ["wav", 16000, "WAVE"],
    ["flac", 32000, "FLAC"],
  ])("is decodable %s at %i Hz and matches extra_info", async (format, sample_rate, container) => {
    const { body } = await client.post(PATH, { ...good, audio_setting: { format, sample_rate, channel: 2 } });
    const bytes = Buffer.from((body.data as { audio: string }).audio, "hex");
    const extra = body.extra_info as Record<string, number>;
    const metadata = await parseBuffer(bytes, undefined, { duration: true });
    expect(metadata.format.container).toBe(container);
    expect(metadata.format.sampleRate).toBe(sample_rate);
    expect(metadata.format.numberOfChannels).toBe(2);
    expect(Math.abs((metadata.format.duration ?? 0) * 1000 - (extra.audio_length ?? 0))).toBeLessThan(300);
    expect(extra).toMatchObject({
      audio_sample_rate: sample_rate,
      audio_size: bytes.byteLength,
      audio_channel: 2,
      usage_characters: 28,
      word_count: 6,
    });
    expect(body.trace_id).toMatch(/^[0-9a-f]{32}$/);
  });

  it("returns a URL and timed subtitles on request", async () => {
    const { body } = await client.post(PATH, { ...good, output_format: "url", subtitle_enable: true });
    const data = body.data as { audio: string; subtitle_file: string };
    expect((await fetch(data.audio)).headers.get("content-type")).toBe("audio/mpeg");
    const sentences = (await (await fetch(data.subtitle_file)).json()) as Record<string, unknown>[];
    expect(sentences.map((sentence) => sentence.text)).toEqual(["Hello there.", "This is a test."]);
    expect(sentences[0]).toMatchObject({ time_begin: 0, text_begin: 0, text_end: 12 });
  });

  it("is the only endpoint of the backup address", async () => {
    const headers = { "Content-Type": "application/json", Authorization: "Bearer sandbox-key-good" };
    const post = (path: string, body: object) =>
      fetch(`${client.altBaseUrl}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    expect(((await (await post(PATH, good)).json()) as { base_resp: object }).base_resp).toMatchObject({
      status_code: 0,
    });
    expect((await post("/v1/image_generation", { model: "image-01", prompt: "a" })).status).toBe(404);
  });
});

describe("streamed speech", () => {
  const readFrames = async (extra: object) => {
    const response = await client.send(PATH, { ...good, stream: true, ...extra });
    expect(response.headers.get("content-type")).toContain("text/event-stream");
    const parts = (await response.text()).split("\n\n");
    expect(parts.pop()).toBe("");
    return parts.map((part) => {
      expect(part.startsWith("data: ")).toBe(true);
      return JSON.parse(part.slice(6)) as { data: { audio: string; status: number }; extra_info?: object };
    });
  };

  it("sends pieces with status 1, then the whole sound again with status 2 and extra_info", async () => {
    const frames = await readFrames({});
    const last = frames.at(-1);
    const pieces = frames.slice(0, -1);
    expect(pieces.length).toBeGreaterThan(3);
    expect(pieces.every(({ data, extra_info }) => data.status === 1 && extra_info === undefined)).toBe(true);
    expect(last?.data).toEqual({ status: 2, audio: pieces.map(({ data }) => data.audio).join("") });
    expect(last?.extra_info).toMatchObject({ audio_size: (last?.data.audio.length ?? 0) / 2 });
  });

  it("leaves the audio out of the last frame on request", async () => {
    const frames = await readFrames({ stream_options: { exclude_aggregated_audio: true } });
    expect(frames.at(-1)?.data).toEqual({ status: 2, audio: "" });
  });
});

describe("voices", () => {
  it("lists the known voices with readable names", async () => {
    const { body } = await client.post("/v1/get_voice", { voice_type: "system" });
    const voices = body.system_voice as { voice_id: string; voice_name: string }[];
    expect(voices).toHaveLength(44);
    expect(voices.find((voice) => voice.voice_id === "English_Graceful_Lady")?.voice_name).toBe(
      "Graceful Lady (English)",
    );
    expect(codeOf(await client.post("/v1/get_voice", { voice_type: "mine" }))).toBe(2013);
  });
});
