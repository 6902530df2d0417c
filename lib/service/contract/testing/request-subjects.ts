import { coverPreprocessRequestSchema } from "../cover-preprocess.ts";
import { createImageRequestSchema } from "../image.ts";
import { createNarrationRequestSchema } from "../narration.ts";
import { createSpeechRequestSchema } from "../speech.ts";
import { musicRequestSchema } from "../music.ts";
import { VIDEO_MODELS } from "../video-modes.ts";
import { videoRequestSchema } from "../video.ts";
import { shippedProfiles } from "../../profiles/shipped-profiles.ts";
import type { RequestSubject } from "./request-cases.ts";

const { limits, fieldValues } = shippedProfiles.sandbox;
const letters = (count: number) => "x".repeat(count);
const audio_url = "https://h/a.mp3";

/** Six seconds of silence as WAV. */
function makeSilence(): string {
  const samples = Buffer.alloc(6 * 8000, 0x80);
  const header = Buffer.from(
    "524946460000000057415645666d7420100000000100010040" + "1f0000401f000001000800" + "6461746100000000",
    "hex",
  );
  header.writeUInt32LE(36 + samples.length, 4);
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]).toString("base64");
}

/** Material for the six endpoints with a JSON body, by service.md and unshown.md. */
export function makeSubjects(known: {
  coverFeatureId: string;
  picture: string;
}): Record<string, RequestSubject> {
  const { coverFeatureId, picture } = known;
  const audio_base64 = makeSilence();
  const reference = { type: "character", image_file: "https://h/a.jpg" };
  const song = { model: "music-2.6", prompt: "sea", lyrics: "la" };
  const cover = { model: "music-cover", prompt: letters(10) };
  const style = { style_type: "漫画", style_weight: 0.5 };
  const video = { first_frame_image: "https://h/f.png" };
  const voice = { voice_id: "English_Graceful_Lady", speed: 1, vol: 1, pitch: 0, emotion: "happy" };
  const voice_modify = { pitch: 1, intensity: 1, timbre: 1, sound_effects: "robotic" };
  const speech = {
    model: "speech-2.6-hd",
    text: "One.",
    voice_setting: voice,
    audio_setting: { sample_rate: 32000, bitrate: 64000, format: "mp3", channel: 1 },
    pronunciation_dict: { tone: ["omg/oh my god"] },
    voice_modify,
  };
  const mix = { timber_weights: [{ voice_id: "English_Graceful_Lady", weight: 1 }] };
  const spoken = {
    text: ["a<#1#>b", "a<#0#>b", "a<#100#>b", "a<#1#>", "<#1#>b", "a<#1#><#2#>b", "a<#<1#>b", "a (laughs) b"],
    "voice_setting.emotion": [undefined, "fluent", "whisper", "calm"],
    language_boost: [null, "Tamil", "Persian", "Filipino", "English", "auto"],
    voice_modify: [undefined, {}],
    "audio_setting.bitrate": [undefined, 128000],
    "pronunciation_dict.tone": [
      ["a"],
      ["/a"],
      [" /a"],
      ["a/"],
      ["a/ "],
      ["a//b"],
      ["a/b/c"],
      [" a / b "],
      [""],
    ],
  };
  return {
    music: {
      path: "/v1/music_generation",
      schema: musicRequestSchema,
      bases: [
        { ...song, audio_setting: { sample_rate: 44100, bitrate: 128000, format: "mp3" } },
        { model: "music-3.0-free", prompt: "sea", is_instrumental: true },
        { model: "music-2.6-free", prompt: "sea", lyrics_optimizer: true },
        { ...cover, audio_url },
        { ...cover, model: "music-cover-free", lyrics: letters(10), cover_feature_id: coverFeatureId },
      ],
      choices: {
        model: ["music-3.0", "music-2.6-free", "music-cover", "music-cover-free"],
        prompt: [undefined, "", letters(9), letters(300), letters(301), letters(2000)],
        lyrics: [undefined, "", letters(9), letters(10), letters(1000), letters(1001)],
        stream: [true],
        output_format: ["url", "hex"],
        aigc_watermark: [true],
        lyrics_optimizer: [true, false],
        is_instrumental: [true, false],
        audio_url: [undefined, audio_url],
        audio_base64: [audio_base64],
        cover_feature_id: [undefined, coverFeatureId],
        "audio_setting.format": ["wav", "pcm"],
      },
      opaque: ["cover_feature_id"],
    },
    coverPreprocess: {
      path: "/v1/music_cover_preprocess",
      schema: coverPreprocessRequestSchema,
      bases: [
        { model: "music-cover", audio_url },
        { model: "music-cover", audio_base64 },
      ],
      choices: {
        audio_url: [undefined, audio_url, "ftp://h/a.mp3"],
        audio_base64: [
          undefined,
          audio_base64,
          "QUJ",
          `${audio_base64.slice(0, 76)}\n${audio_base64.slice(76)}`,
        ],
      },
    },
    video: {
      path: "/v1/video_generation",
      schema: videoRequestSchema,
      bases: VIDEO_MODELS.map((model) => ({ ...video, model })),
      choices: {
        prompt: ["[左移，上升]", "[左移] <#1#>"],
        prompt_optimizer: [true, false],
        fast_pretreatment: [true, false],
        duration: [undefined, 6, 10, 8],
        resolution: [undefined, "512P", "720P", "768P", "1080P"],
        aigc_watermark: [true],
        first_frame_image: [
          `data:image/png;base64,${picture}`,
          `data:image/gif;base64,${picture}`,
          `data:text/plain;base64,${picture}`,
          `data:image/png,${picture}`,
          "ftp://h/f.png",
        ],
        callback_url: ["https://h/callback", "javascript:alert(1)"],
      },
    },
    image: {
      path: "/v1/image_generation",
      schema: createImageRequestSchema({ ...limits, values: fieldValues.image }),
      bases: [
        { model: "image-01", prompt: "x", style, subject_reference: [reference] },
        { model: "image-01-live", prompt: "x", style },
      ],
      choices: {
        model: ["image-01", "image-01-live"],
        style: [undefined, {}, { style_type: "漫画", style_weight: 0 }, { style_weight: 1 }],
        aspect_ratio: [undefined, "1:1", "21:9"],
        width: [undefined, 512, 513, 504, 2048, 2056],
        height: [undefined, 512, 513, 504, 2048, 2056],
        seed: [0, -1, 1.5, Number.MAX_SAFE_INTEGER],
        subject_reference: [
          [],
          [reference],
          [reference, reference],
          [{ ...reference, image_file: `data:image/png;base64,${picture}` }],
          [{ ...reference, image_file: `data:image/webp;base64,${picture}` }],
          [
            {
              ...reference,
              image_file: `data:image/png;base64,${picture.slice(0, 76)}\r\n${picture.slice(76)}`,
            },
          ],
          [{ ...reference, type: "object" }],
        ],
      },
      // A seed beyond 2^53 is a string only in the studio's contract; on the wire it is a number.
      opaque: ["seed"],
    },
    narration: {
      path: "/v1/t2a_async_v2",
      schema: createNarrationRequestSchema(fieldValues.speech),
      bases: ["speech-2.8-hd", "speech-2.6-turbo", "speech-01-hd"].map((model) => {
        const { sample_rate, ...setting } = speech.audio_setting;
        const base = { ...speech, model, audio_setting: { ...setting, audio_sample_rate: sample_rate } };
        const { text: _text, ...rest } = base;
        return model === "speech-01-hd"
          ? { ...rest, text_file_id: "file-7" }
          : { ...base, voice_setting: { ...voice, english_normalization: true } };
      }),
      choices: {
        ...spoken,
        text_file_id: [undefined, "file-7", 7],
        "audio_setting.format": ["mp3", "wav", "flac", "pcm", "pcmu_raw", "pcmu_wav", "opus"],
        aigc_watermark: [true],
      },
    },
    speech: {
      path: "/v1/t2a_v2",
      schema: createSpeechRequestSchema(fieldValues.speech),
      bases: [
        speech,
        { ...speech, stream: true, stream_options: { exclude_aggregated_audio: true } },
        { ...speech, ...mix, model: "speech-02-hd" },
      ],
      choices: {
        ...spoken,
        stream: [true, false],
        stream_options: [undefined, {}],
        subtitle_enable: [true, false],
        output_format: ["url", "hex"],
        aigc_watermark: [true, false],
        "audio_setting.format": ["mp3", "wav", "flac", "pcm"],
        timber_weights: [[], Array(4).fill(mix.timber_weights[0]), Array(5).fill(mix.timber_weights[0])],
      },
    },
  };
}
