import { describe, expect, it } from "vitest";
import { z } from "zod";
import { readCoverForm, toSentInput as sendCover } from "./cover/cover-form-values";
import { readImageForm, toSentInput as sendImage } from "./image/image-form-values";
import { readMusicForm, toSentInput as sendMusic } from "./music/music-form-values";
import { readNarrationForm, toSentInput as sendNarration } from "./narration/narration-form-values";
import { type GeneratorId, generators } from "./registry";
import { readSpeechForm, toSentInput as sendSpeech } from "./speech/speech-form-values";
import { readVideoForm, toSentInput as sendVideo } from "./video/video-form-values";

type Input = Record<string, unknown>;

/** What a form that begins with an input sends when nothing of it is changed. Music and covers leave out `false`. */
const resend: Record<GeneratorId, (input: Input) => Input> = {
  music: (input) => sendMusic(readMusicForm(input).form),
  cover: (input) => sendCover(readCoverForm(input).form),
  image: (input) => sendImage(readImageForm(input), null),
  video: (input) => sendVideo(readVideoForm(input).form, null),
  speech: (input) => sendSpeech(readSpeechForm(input).form, null),
  narration: (input) => sendNarration(readNarrationForm(input).form),
};

const file = { assetId: "0198d7a0-0000-7000-8000-000000000001" };
const other = { assetId: "0198d7a0-0000-7000-8000-000000000002" };
const sound = { audio_setting: { sample_rate: 44_100, bitrate: 256_000, format: "mp3" } };
const spoken = {
  voice_setting: { voice_id: "English_expressive_narrator", speed: 1.2, vol: 2, pitch: -3, emotion: "calm" },
  pronunciation_dict: { tone: ["Reverie/rev-er-ee"] },
  voice_modify: { pitch: 10, intensity: -20, timbre: 30, sound_effects: "spacious_echo" },
  language_boost: "English",
  aigc_watermark: true,
};
const cover = {
  model: "music-cover",
  prompt: "A choir at dusk, slow and warm",
  ...sound,
  output_format: "url",
};

/** Inputs that together have every field of their generator; fields that exclude each other are in different ones. */
const inputs: Record<GeneratorId, Input[]> = {
  music: [
    {
      model: "music-2.6",
      prompt: "Folk, slow",
      lyrics: "[verse]\nA quay\nat night",
      output_format: "url",
      ...sound,
      aigc_watermark: true,
    },
    { model: "music-2.6", prompt: "Folk, slow", stream: true, output_format: "hex", is_instrumental: true },
    { model: "music-2.6", prompt: "Folk, slow", lyrics_optimizer: true },
  ],
  cover: [
    { ...cover, audio_base64: file, lyrics: "[verse]\nA quay by night", aigc_watermark: true },
    { ...cover, output_format: "hex", audio_url: { url: "https://example.org/song.mp3" }, stream: true },
    { ...cover, cover_feature_id: "feature-1", lyrics: "[verse]\nA quay by night" },
  ],
  image: [
    {
      model: "image-01",
      prompt: "A quay",
      width: 1024,
      height: 768,
      response_format: "base64",
      seed: 7,
      n: 3,
      prompt_optimizer: true,
      aigc_watermark: true,
      subject_reference: [file, other].map((image_file) => ({ type: "character", image_file })),
    },
    {
      model: "image-01-live",
      prompt: "A quay",
      aspect_ratio: "16:9",
      n: 1,
      style: { style_type: "水彩", style_weight: 0.6 },
    },
  ],
  video: [
    {
      model: "Vendor-Video-2.3",
      prompt: "[Pan left] A quay",
      first_frame_image: file,
      prompt_optimizer: true,
      fast_pretreatment: true,
      duration: 10,
      resolution: "768P",
      aigc_watermark: true,
    },
  ],
  speech: [
    {
      model: "speech-2.6-hd",
      text: "A quay.\nAt night.",
      ...spoken,
      stream: false,
      audio_setting: { ...sound.audio_setting, sample_rate: 32_000, bitrate: 128_000, channel: 2 },
      subtitle_enable: true,
      output_format: "url",
    },
    {
      model: "speech-2.6-hd",
      text: "A quay.",
      stream: true,
      stream_options: { exclude_aggregated_audio: true },
      timber_weights: [
        { voice_id: "English_expressive_narrator", weight: 30 },
        { voice_id: "English_magnetic_voiced_man", weight: 70 },
      ],
    },
  ],
  narration: [
    {
      model: "speech-2.8-hd",
      text: "A quay.\nAt night.",
      ...spoken,
      voice_setting: { ...spoken.voice_setting, english_normalization: true },
      audio_setting: { audio_sample_rate: 32_000, bitrate: 128_000, format: "mp3", channel: 2 },
    },
    { model: "speech-2.8-hd", text_file: file, voice_setting: spoken.voice_setting },
    { model: "speech-2.8-hd", text_file_id: "123456789", voice_setting: spoken.voice_setting },
  ],
};

describe.each(generators)("an input of $id, run again or edited", ({ id, inputSchema, ...definition }) => {
  it.each(inputs[id].map((input) => [input]))("has the same fields and files: %j", (input) => {
    const parsed = inputSchema.safeParse(input);
    expect(parsed.error?.issues).toBeUndefined();
    // What REST and a retry store.
    expect(parsed.data).toEqual(input);
    expect(resend[id](input)).toEqual(input);
    const resent = inputSchema.parse(resend[id](input));
    expect(definition.listInputAssets(resent as never)).toEqual(definition.listInputAssets(input as never));
  });

  it("differs by its seed alone when it is varied", () => {
    for (const input of inputs[id]) {
      const varied = "varyInput" in definition ? definition.varyInput?.(input as never) : input;
      expect({ ...Object(varied), seed: input.seed }).toEqual({ ...input, seed: input.seed });
    }
  });

  it("is tested with every field", () => {
    const { properties } = z.toJSONSchema(inputSchema, { io: "input" });
    expect([...new Set(inputs[id].flatMap(Object.keys))].toSorted()).toEqual(
      Object.keys(properties ?? {}).toSorted(),
    );
  });
});
