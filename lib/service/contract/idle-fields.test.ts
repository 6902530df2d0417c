import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { createImageRequestSchema, findIdleImageFields } from "./image.ts";
import { createNarrationRequestSchema } from "./narration.ts";
import { createSpeechRequestSchema } from "./speech.ts";
import { IMAGE_VALUES } from "./image-options.ts";
import { findIdleMusicFields } from "./music-rules.ts";
import { findIdleNarrationFields, findIdleSpeechFields } from "./speech-rules.ts";
import { findIdleVideoFields, videoRequestSchema } from "./video.ts";
import { musicRequestSchema } from "./music.ts";
import { SPEECH_VALUES } from "./speech-options.ts";
import { writeNote, type IdleField } from "./idle-fields.ts";

const endpoints = {
  image: {
    schema: createImageRequestSchema({ maxSubjectReferences: 1, values: IMAGE_VALUES }),
    findIdle: findIdleImageFields,
  },
  music: { schema: musicRequestSchema, findIdle: findIdleMusicFields },
  narration: { schema: createNarrationRequestSchema(SPEECH_VALUES), findIdle: findIdleNarrationFields },
  speech: { schema: createSpeechRequestSchema(SPEECH_VALUES), findIdle: findIdleSpeechFields },
  video: { schema: videoRequestSchema, findIdle: findIdleVideoFields },
};

/** The sent part of a request, and `path key` of each field that isn't sent. */
function send(endpoint: keyof typeof endpoints, request: object) {
  const { schema, findIdle } = endpoints[endpoint];
  const sent: unknown = (schema as z.ZodType).parse(request);
  const idle = (findIdle as (request: object) => IdleField[])(request);
  return { sent, notes: idle.map(({ path, key }) => `${path} ${key}`) };
}

const image = { model: "image-01", prompt: "x" };
const song = { model: "music-2.6", lyrics: "la" };
const cover = { model: "music-cover", prompt: "a slow jazz version", audio_url: "https://h/a.mp3" };
const video = { model: "Vendor-Video-2.3", first_frame_image: "https://h/f.png" };
const speech = { model: "speech-2.6-hd", text: "Hello." };
const narration = { model: "speech-2.8-hd", text: "Hello." };
const style = { style_type: "漫画" };

/** All combinations in which service.md or unshown.md says that a field has no effect. */
describe("a field without effect is accepted, left out and told", () => {
  it.each([
    ["image", image, { style }, ["style model-has-no-styles"]],
    [
      "image",
      { ...image, aspect_ratio: "16:9" },
      { width: 512, height: 512 },
      ["width ratio-sets-size", "height ratio-sets-size"],
    ],
    ["image", { ...image, aspect_ratio: "16:9" }, { width: 512 }, ["width ratio-sets-size"]],
    [
      "image",
      { ...image, model: "image-01-live", aspect_ratio: "1:1" },
      { height: 512 },
      ["height ratio-sets-size"],
    ],
    [
      "music",
      { ...song, stream: true },
      { aigc_watermark: true },
      ["aigc_watermark stream-has-no-watermark"],
    ],
    [
      "music",
      { ...cover, stream: true },
      { aigc_watermark: true },
      ["aigc_watermark stream-has-no-watermark"],
    ],
    ["music", song, { lyrics_optimizer: true }, ["lyrics_optimizer lyrics-are-given"]],
    [
      "speech",
      { ...speech, stream: true },
      { subtitle_enable: true },
      ["subtitle_enable stream-has-no-subtitles"],
    ],
    ["speech", { ...speech, stream: true }, { output_format: "url" }, ["output_format stream-is-hex"]],
    [
      "speech",
      { ...speech, stream: true },
      { aigc_watermark: true },
      ["aigc_watermark stream-has-no-watermark"],
    ],
    [
      "speech",
      { ...speech, stream: false },
      { stream_options: { exclude_aggregated_audio: true } },
      ["stream_options stream-is-off"],
    ],
    [
      "video",
      { ...video, model: "I2V-01" },
      { fast_pretreatment: true },
      ["fast_pretreatment model-has-no-pretreatment"],
    ],
    [
      "video",
      { ...video, model: "I2V-01-Director", prompt_optimizer: false },
      { fast_pretreatment: true },
      ["fast_pretreatment model-has-no-pretreatment"],
    ],
    [
      "video",
      { ...video, prompt_optimizer: false },
      { fast_pretreatment: true },
      ["fast_pretreatment optimizer-is-off"],
    ],
  ] as const)("%s %j without %j", (endpoint, request, idle, notes) => {
    expect(send(endpoint, { ...request, ...idle })).toEqual({ sent: request, notes });
  });

  it("leaves out one field of an object, or the whole object if it has no other", () => {
    const bitrate = { bitrate: 64000 };
    const notes = ["audio_setting.bitrate bitrate-is-for-mp3"];
    for (const [endpoint, request] of [
      ["speech", speech],
      ["narration", narration],
    ] as const) {
      const wav = { ...request, audio_setting: { format: "wav" } };
      expect(send(endpoint, { ...wav, audio_setting: { format: "wav", ...bitrate } })).toEqual({
        sent: wav,
        notes,
      });
    }
  });

  it.each([
    ["image", { ...image, model: "image-01-live", style, aspect_ratio: "1:1" }],
    ["image", { ...image, width: 512, height: 512 }],
    ["music", { ...song, aigc_watermark: true }],
    ["music", { ...song, stream: true, aigc_watermark: false }],
    ["music", { model: "music-3.0", prompt: "x", lyrics_optimizer: true }],
    ["speech", { ...speech, subtitle_enable: true, output_format: "url", aigc_watermark: true }],
    ["speech", { ...speech, stream: true, stream_options: {}, output_format: "hex" }],
    ["speech", { ...speech, audio_setting: { bitrate: 64000 } }],
    ["video", { ...video, fast_pretreatment: true, prompt_optimizer: true }],
  ] as const)("%s %j is sent unchanged", (endpoint, request) => {
    expect(send(endpoint, request)).toEqual({ sent: request, notes: [] });
  });

  it("is described in a sentence with its values", () => {
    expect(writeNote("model-has-no-styles", { model: "image-01" })).toBe(
      "Not sent: image-01 doesn’t support styles.",
    );
  });
});

describe("empty lyrics", () => {
  it("are never sent: lyrics have at least one character", () => {
    const written = { model: "music-3.0", prompt: "x", lyrics_optimizer: true };
    expect(send("music", { ...written, lyrics: "" })).toEqual({ sent: written, notes: [] });
    expect(musicRequestSchema.safeParse({ ...song, lyrics: "" }).success).toBe(false);
    expect(musicRequestSchema.safeParse({ ...cover, lyrics: "" }).success).toBe(false);
  });
});
