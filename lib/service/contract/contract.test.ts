import { describe, expect, it } from "vitest";
import { z } from "zod";
import { parseJsonKeepingDigits } from "../json/parse-json.server.ts";
import { coverPreprocessRequestSchema } from "./cover-preprocess.ts";
import { IMAGE_VALUES, IMAGE_ASPECT_RATIO_NAMES, IMAGE_ASPECT_RATIOS } from "./image-options.ts";
import { createImageRequestSchema } from "./image.ts";
import { describeIssues } from "./issue.ts";
import { LANGUAGE_BOOSTS } from "./language-boost.ts";
import { findUnknownStructureTags, lyricsRequestSchema } from "./lyrics.ts";
import { isHttpUrl } from "./media-reference.ts";
import { musicRequestSchema } from "./music.ts";
import { createNarrationRequestSchema } from "./narration.ts";
import { problemCatalogue } from "./problem-catalogue.ts";
import { SPEECH_VALUES } from "./speech-options.ts";
import { createSpeechRequestSchema } from "./speech.ts";
import { findCameraGroups } from "./camera-instructions.ts";
import { readVideoCallback, videoRequestSchema } from "./video.ts";

const imageRequestSchema = createImageRequestSchema({ maxSubjectReferences: 1, values: IMAGE_VALUES });
const speechRequestSchema = createSpeechRequestSchema(SPEECH_VALUES);
const narrationRequestSchema = createNarrationRequestSchema(SPEECH_VALUES);

const schemas = {
  coverPreprocessRequestSchema,
  imageRequestSchema,
  lyricsRequestSchema,
  musicRequestSchema,
  narrationRequestSchema,
  speechRequestSchema,
  videoRequestSchema,
};

/** Each problem as `path key`. */
function problemsOf(schema: z.ZodType, request: unknown): string[] {
  const parsed = schema.safeParse(request);
  return parsed.success ? [] : describeIssues(parsed.error).map(({ path, key }) => `${path} ${key}`);
}

const image = { model: "image-01", prompt: "x" };
const live = { model: "image-01-live", prompt: "x" };
const song = { model: "music-2.6", lyrics: "la" };
const cover = { model: "music-cover", prompt: "a slow jazz version", audio_url: "https://h/a.mp3" };
const video = { model: "Vendor-Video-2.3", first_frame_image: "https://h/f.png" };
const series01 = { ...video, model: "I2V-01" };
const speech = { model: "speech-2.6-hd", text: "Hello." };
const narration = { model: "speech-2.8-hd", text: "Hello." };
const clef = "𝄞";
const base64OfBytes = (byteCount: number) => Buffer.alloc(byteCount).toString("base64");

describe("requests that keep the rules", () => {
  it.each([
    [imageRequestSchema, { ...image, prompt: clef.repeat(1500) }],
    [
      imageRequestSchema,
      { ...image, aspect_ratio: "21:9", width: 512, height: 2048, n: 9, seed: "-9223372036854775808" },
    ],
    [imageRequestSchema, { ...live, style: { style_type: "漫画", style_weight: 1 }, seed: 0 }],
    [
      imageRequestSchema,
      { ...image, subject_reference: [{ type: "character", image_file: "https://h/a.jpg" }] },
    ],
    [musicRequestSchema, { ...song, lyrics: clef.repeat(3500), stream: true, output_format: "hex" }],
    [musicRequestSchema, { model: "music-3.0-free", prompt: "x", is_instrumental: true }],
    [musicRequestSchema, { model: "music-3.0", prompt: "x", lyrics: "", lyrics_optimizer: true }],
    [musicRequestSchema, cover],
    [
      musicRequestSchema,
      { model: "music-cover-free", prompt: "x".repeat(10), lyrics: "y".repeat(10), cover_feature_id: "f" },
    ],
    [coverPreprocessRequestSchema, { model: "music-cover", audio_base64: base64OfBytes(10) }],
    [videoRequestSchema, { ...video, duration: 10, resolution: "768P", prompt: clef.repeat(2000) }],
    [videoRequestSchema, { ...video, model: "Vendor-Video-02", duration: 10, resolution: "512P" }],
    [videoRequestSchema, { ...series01, duration: 6, resolution: "1080P" }],
    [videoRequestSchema, { ...video, first_frame_image: `data:image/webp;base64,${base64OfBytes(9)}` }],
    [speechRequestSchema, { ...speech, text: clef.repeat(9999), language_boost: "Chinese,Yue" }],
    [
      speechRequestSchema,
      {
        ...speech,
        text: "One,<#0.01#> two <#99.99#> three",
        voice_setting: { vol: 0.1, speed: 0.5, pitch: -12, emotion: "whisper" },
      },
    ],
    [speechRequestSchema, { ...speech, stream: true, stream_options: { exclude_aggregated_audio: true } }],
    [narrationRequestSchema, { ...narration, text: "Ha (laughs) ha", language_boost: "Tamil" }],
    [narrationRequestSchema, { model: "speech-01-hd", text_file_id: "9223372036854775807" }],
    [lyricsRequestSchema, { mode: "edit", lyrics: "la" }],
  ])("%# passes", (schema, request) => {
    expect(problemsOf(schema, request)).toEqual([]);
  });
});

describe("requests that break a rule", () => {
  it.each([
    [imageRequestSchema, { ...image, prompt: "" }, "prompt image.prompt.empty"],
    [imageRequestSchema, { ...image, prompt: clef.repeat(1501) }, "prompt image.prompt.too-long"],
    [imageRequestSchema, { ...live, aspect_ratio: "21:9" }, "aspect_ratio image.aspect-ratio.model"],
    [imageRequestSchema, { ...image, width: 512 }, "height image.height.with-width"],
    [imageRequestSchema, { ...image, height: 512 }, "width image.width.with-height"],
    [imageRequestSchema, { ...image, width: 516, height: 512 }, "width image.width.multiple"],
    [imageRequestSchema, { ...image, width: 504, height: 512 }, "width image.width.range"],
    [imageRequestSchema, { ...image, width: 512, height: 2056 }, "height image.height.range"],
    [imageRequestSchema, { ...image, n: 0 }, "n image.n.range"],
    [imageRequestSchema, { ...image, n: 1.5 }, "n field.type"],
    [imageRequestSchema, { ...image, seed: "9223372036854775808" }, "seed image.seed.range"],
    [imageRequestSchema, { ...image, seed: 0.5 }, "seed image.seed.integer"],
    [
      imageRequestSchema,
      { ...live, style: { style_type: "漫画", style_weight: 0 } },
      "style.style_weight image.style-weight.range-above",
    ],
    [
      imageRequestSchema,
      { ...image, subject_reference: [{ type: "character", image_file: "ftp://h" }] },
      "subject_reference.0.image_file image.subject-reference.reference",
    ],
    [
      imageRequestSchema,
      { ...image, subject_reference: [{ type: "character", image_file: "data:image/svg+xml;base64,QUJD" }] },
      "subject_reference.0.image_file image.subject-reference.type",
    ],
    [
      imageRequestSchema,
      { ...image, subject_reference: Array(2).fill({ type: "character", image_file: "https://h/a" }) },
      "subject_reference image.subject-reference.too-many",
    ],
    [imageRequestSchema, { ...image, extra: 1 }, " field.unknown"],
    [imageRequestSchema, { model: "image-02", prompt: "x" }, "model field.choice"],
    [imageRequestSchema, { prompt: "x" }, "model field.required"],
    [musicRequestSchema, { model: "music-2.6" }, "lyrics music.lyrics.missing"],
    [musicRequestSchema, { model: "music-2.6", is_instrumental: true }, "prompt music.prompt.instrumental"],
    [musicRequestSchema, { ...song, audio_url: "https://h/a" }, "audio_url music.cover-only"],
    [
      musicRequestSchema,
      { ...song, stream: true, output_format: "url" },
      "output_format music.output-format.stream",
    ],
    [
      musicRequestSchema,
      { model: "music-2.6", prompt: "x", is_instrumental: true, lyrics: "" },
      "lyrics music.lyrics.empty",
    ],
    [
      musicRequestSchema,
      { ...song, audio_setting: { sample_rate: 48000 } },
      "audio_setting.sample_rate field.choice",
    ],
    [musicRequestSchema, { ...cover, prompt: "too short" }, "prompt music.prompt.cover-length"],
    [musicRequestSchema, { ...cover, lyrics: "short" }, "lyrics music.lyrics.cover-length"],
    [musicRequestSchema, { ...cover, audio_base64: "QUJD" }, "audio_base64 music.reference.one"],
    [musicRequestSchema, { ...cover, audio_url: undefined }, "audio_url music.reference.missing"],
    [
      musicRequestSchema,
      { ...cover, lyrics: "y".repeat(10), cover_feature_id: "f" },
      "cover_feature_id music.reference.feature-only",
    ],
    [
      musicRequestSchema,
      { ...cover, audio_url: undefined, cover_feature_id: "f" },
      "lyrics music.lyrics.with-feature",
    ],
    [musicRequestSchema, { ...cover, is_instrumental: true }, "is_instrumental music.song-only"],
    [coverPreprocessRequestSchema, { model: "music-cover" }, "audio_url music.reference.missing"],
    [
      coverPreprocessRequestSchema,
      { model: "music-cover", audio_base64: "no base64!" },
      "audio_base64 field.base64",
    ],
    [videoRequestSchema, { ...video, duration: 10, resolution: "1080P" }, "duration video.duration.choice"],
    [videoRequestSchema, { ...video, resolution: "512P" }, "resolution video.resolution.model"],
    [videoRequestSchema, { ...series01, duration: 10 }, "duration video.duration.choice"],
    [videoRequestSchema, { ...series01, resolution: "768P" }, "resolution video.resolution.model"],
    [videoRequestSchema, { model: "I2V-01" }, "first_frame_image field.required"],
    [videoRequestSchema, { ...video, callback_url: "javascript:alert(1)" }, "callback_url field.url"],
    [speechRequestSchema, { ...speech, text: "x".repeat(10_000) }, "text speech.text.too-long"],
    [speechRequestSchema, { ...speech, text: "a<#100#>b" }, "text speech.pause.duration"],
    [speechRequestSchema, { ...speech, text: "a<#0.001#>b" }, "text speech.pause.duration"],
    [speechRequestSchema, { ...speech, text: "<#1#>b" }, "text speech.pause.position"],
    [speechRequestSchema, { ...speech, text: "a<#1#> <#2#>b" }, "text speech.pause.consecutive"],
    [
      speechRequestSchema,
      { ...speech, stream: true, audio_setting: { format: "wav" } },
      "audio_setting.format speech.format.stream",
    ],
    [
      speechRequestSchema,
      { ...speech, audio_setting: { format: "pcm" }, voice_modify: {} },
      "voice_modify speech.modify.format",
    ],
    [
      speechRequestSchema,
      { ...speech, model: "speech-02-hd", language_boost: "Tamil" },
      "language_boost speech.language.model",
    ],
    [
      speechRequestSchema,
      { ...speech, model: "speech-02-hd", voice_setting: { emotion: "fluent" } },
      "voice_setting.emotion speech.emotion.model",
    ],
    [
      speechRequestSchema,
      { ...speech, voice_setting: { english_normalization: true } },
      "voice_setting field.unknown",
    ],
    [
      speechRequestSchema,
      { ...speech, voice_setting: { vol: 0 } },
      "voice_setting.vol speech.vol.range-above",
    ],
    [
      speechRequestSchema,
      { ...speech, pronunciation_dict: { tone: ["no slash"] } },
      "pronunciation_dict.tone.0 speech.pronunciation.form",
    ],
    [
      narrationRequestSchema,
      { model: "speech-2.6-hd", text: "Ha (laughs)" },
      "text narration.tone-tags.model",
    ],
    [narrationRequestSchema, { model: "speech-2.6-hd" }, "text narration.text.missing"],
    [
      narrationRequestSchema,
      { ...narration, text_file_id: "1" },
      "text_file_id narration.text-file.with-text",
    ],
    [
      narrationRequestSchema,
      { ...narration, audio_setting: { format: "opus" }, voice_modify: {} },
      "voice_modify speech.modify.format",
    ],
    [
      narrationRequestSchema,
      { ...narration, audio_setting: { sample_rate: 8000 } },
      "audio_setting field.unknown",
    ],
    [lyricsRequestSchema, { mode: "edit" }, "lyrics lyrics.lyrics.edit"],
  ])("%# is reported with its key", (schema, request, problem) => {
    expect(problemsOf(schema, request)).toEqual([problem]);
    const [found] = describeIssues(schema.safeParse(request).error ?? new z.ZodError([]));
    const words = new Map(Object.entries<string>(problemCatalogue)).get(found?.key ?? "");
    const placeholders = [...(words ?? "{no words}").matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "");
    expect(Object.keys(found?.values ?? {})).toEqual(expect.arrayContaining(placeholders));
  });

  it.each(["a\0b", "\ud800", "x\udc00y"])("rejects %j, which cannot be stored or encoded", (text) => {
    expect(problemsOf(imageRequestSchema, { ...image, prompt: text })).toEqual(["prompt field.characters"]);
    expect(problemsOf(imageRequestSchema, { ...image, prompt: "\u{1f98a} fox" })).toEqual([]);
    expect(isHttpUrl(`https://h/${text}`)).toBe(false);
  });

  it("reports the numbers of the rule with its key", () => {
    const parsed = imageRequestSchema.safeParse({
      ...image,
      prompt: "x".repeat(1501),
      n: 10,
      model: "other",
    });
    expect(describeIssues(parsed.error ?? new z.ZodError([]))).toEqual([
      { path: "model", key: "field.choice", values: { allowed: "image-01, image-01-live" } },
      { path: "prompt", key: "image.prompt.too-long", values: { max: 1500 } },
      { path: "n", key: "image.n.range", values: { min: 1, max: 9 } },
    ]);
  });

  it("accepts more subject references if the profile allows them", () => {
    const reference = { type: "character", image_file: "https://h/a" };
    const wider = createImageRequestSchema({ maxSubjectReferences: 3, values: IMAGE_VALUES });
    expect(problemsOf(wider, { ...image, subject_reference: [reference, reference, reference] })).toEqual([]);
  });
});

describe("values that the document leaves open", () => {
  const values = { ...SPEECH_VALUES, emotion: ["calm", "bored"], sample_rate: [48000], max_voices: 1 };
  const speechOf = createSpeechRequestSchema({ ...values, speed: { min: 1, max: 4 } });
  const narrationOf = createNarrationRequestSchema({ ...values, vol: { min: 1, max: 2 } });
  const imageOf = createImageRequestSchema({
    maxSubjectReferences: 1,
    values: { style_type: ["油画"], style_weight: { min: 0, max: 2 } },
  });

  it.each<[z.ZodType, object]>([
    [speechOf, { ...speech, voice_setting: { emotion: "bored", speed: 4 } }],
    [speechOf, { ...speech, audio_setting: { sample_rate: 48000 } }],
    [narrationOf, { ...narration, audio_setting: { audio_sample_rate: 48000 }, voice_setting: { vol: 2 } }],
    [imageOf, { ...live, style: { style_type: "油画", style_weight: 2 } }],
  ])("are those of the profile: %# is accepted", (schema, request) => {
    expect(problemsOf(schema, request)).toEqual([]);
  });

  it.each<[z.ZodType, object, string]>([
    [speechOf, { voice_setting: { emotion: "happy" } }, "voice_setting.emotion field.choice"],
    [speechOf, { voice_setting: { speed: 0.5 } }, "voice_setting.speed speech.speed.range"],
    [speechOf, { audio_setting: { sample_rate: 32000 } }, "audio_setting.sample_rate field.choice"],
    [
      speechOf,
      { timber_weights: Array(2).fill({ voice_id: "a", weight: 1 }) },
      "timber_weights speech.timber-weights.too-many",
    ],
    [narrationOf, { voice_setting: { vol: 1 } }, "voice_setting.vol speech.vol.range-above"],
    [
      narrationOf,
      { audio_setting: { audio_sample_rate: 32000 } },
      "audio_setting.audio_sample_rate field.choice",
    ],
    [imageOf, { style: { style_type: "漫画" } }, "style.style_type field.choice"],
    [
      imageOf,
      { style: { style_type: "油画", style_weight: 2.1 } },
      "style.style_weight image.style-weight.range-above",
    ],
  ])("are those of the profile: %# is rejected", (schema, part, problem) => {
    const base = schema === imageOf ? live : schema === speechOf ? speech : narration;
    expect(problemsOf(schema, { ...base, ...part })).toEqual([problem]);
  });
});

describe("every schema", () => {
  it.each(Object.entries(schemas))("%s speaks in keys and never in English", (_name, schema) => {
    const fields = Object.keys(schema.shape);
    const wrong = [null, 7, -1, 1.5, "", "x".repeat(60_000), [], [1], {}, { a: 1 }, true, Number.NaN];
    const messages = wrong.flatMap((value) => {
      const request = Object.fromEntries(fields.map((field) => [field, value]));
      const results = [schema.safeParse(value), schema.safeParse(request)];
      return results.flatMap((result) => result.error?.issues.map((issue) => issue.message) ?? []);
    });
    expect(messages.length).toBeGreaterThan(20);
    for (const message of messages) expect(Object.keys(problemCatalogue)).toContain(message);
  });

  it.each(Object.entries(schemas))("%s has a JSON Schema", (_name, schema) => {
    expect(z.toJSONSchema(schema, { io: "input" })).toMatchObject({
      type: "object",
      additionalProperties: false,
    });
  });
});

describe("constants", () => {
  it("are those of the document", () => {
    expect(Object.keys(IMAGE_ASPECT_RATIOS)).toEqual([...IMAGE_ASPECT_RATIO_NAMES]);
    expect(new Set(LANGUAGE_BOOSTS).size).toBe(41);
    expect(LANGUAGE_BOOSTS).toContain("Chinese,Yue");
  });
});

describe("camera instructions", () => {
  it("are sent with the document's comma if the model supports them", () => {
    const prompt = "海，[推进，左移]、then [上升、 下降] [左移､上升،固定﹐晃动], and [你好，世界] [推进，x]";
    const send = (model: string) => videoRequestSchema.parse({ ...video, model, prompt }).prompt;
    expect(send("I2V-01-Director")).toBe(
      "海，[推进,左移]、then [上升, 下降] [左移,上升,固定,晃动], and [你好，世界] [推进，x]",
    );
    expect(send("I2V-01")).toBe(prompt);
  });
});

describe("readers", () => {
  it("finds camera groups and unknown structure tags", () => {
    expect(findCameraGroups("sea [推进, 左移] then [上升] and [hello] [推进,x]")).toEqual([
      { from: 4, to: 12, instructions: ["推进", "左移"] },
      { from: 18, to: 22, instructions: ["上升"] },
    ]);
    expect(findUnknownStructureTags("[Verse]\nla [la]\n[Drop]\n [drop ]\n[Drop]\n[chorus]")).toEqual([
      "[Drop]",
      "[drop ]",
    ]);
  });

  it("reads callbacks: a challenge, or a state in any case", () => {
    expect(readVideoCallback({ challenge: "abc", more: 1 })).toEqual({ kind: "challenge", challenge: "abc" });
    const body =
      '{"task_id":9223372036854775807,"status":"SUCCESS","file_id":"5","base_resp":{"status_code":0}}';
    expect(readVideoCallback(parseJsonKeepingDigits(body))).toMatchObject({
      kind: "update",
      taskId: "9223372036854775807",
      state: "success",
      fileId: "5",
    });
    expect(readVideoCallback({ task_id: "1", status: "fail" })).toMatchObject({
      state: "failed",
      serviceCode: null,
    });
    expect(readVideoCallback({ task_id: "1", status: "dreaming" })).toMatchObject({
      state: null,
      status: "dreaming",
    });
    const oddlyFormed = { task_id: "1", status: "success", file_id: {}, base_resp: { status_code: "none" } };
    expect(readVideoCallback(oddlyFormed)).toMatchObject({ taskId: "1", state: "success", fileId: null });
    for (const other of [null, [], "x", {}, { status: 4 }]) expect(readVideoCallback(other)).toBeNull();
  });
});
