import type { Fields } from "./fields.ts";
import { parseReferenceAudio, type ReferenceAudio } from "./reference-audio-rules.ts";
import type { SandboxContext } from "../sandbox-context.ts";

const SONG_MODELS = ["music-3.0", "music-2.6", "music-3.0-free", "music-2.6-free"] as const;
const COVER_MODELS = ["music-cover", "music-cover-free"] as const;
const SAMPLE_RATES = [16000, 24000, 32000, 44100] as const;
const BITRATES = [32000, 64000, 128000, 256000] as const;

type MusicModel = (typeof SONG_MODELS)[number] | (typeof COVER_MODELS)[number];

export type MusicRequest = Awaited<ReturnType<typeof parseMusicRequest>>;

/** Checks a music request by service.md "Music generation request". Throws a 2013 refusal. */
export async function parseMusicRequest(fields: Fields, context: SandboxContext) {
  const model = fields.required("model", fields.oneOf("model", [...SONG_MODELS, ...COVER_MODELS]));
  const isStreamed = fields.boolean("stream") ?? false;
  const outputFormat = fields.oneOf("output_format", ["hex", "url"] as const) ?? "hex";
  if (isStreamed && outputFormat === "url") {
    fields.fail("output_format", "only hex is supported when stream is true");
  }
  const isInstrumental = fields.boolean("is_instrumental") ?? false;
  const hasOptimizer = fields.boolean("lyrics_optimizer") ?? false;
  const shared = {
    model,
    isStreamed,
    outputFormat,
    audio: parseMusicAudioSetting(fields),
    hasWatermark: (fields.boolean("aigc_watermark") ?? false) && !isStreamed,
    isInstrumental,
  };
  if (COVER_MODELS.some((coverModel) => coverModel === model)) {
    if (isInstrumental) fields.fail("is_instrumental", `is not supported by ${model}`);
    if (hasOptimizer) fields.fail("lyrics_optimizer", `is not supported by ${model}`);
    return { ...shared, ...(await parseCover(fields, context)) };
  }
  return { ...shared, ...parseSong(fields, model, isInstrumental, hasOptimizer), reference: null };
}

function parseSong(
  fields: Fields,
  model: MusicModel,
  isInstrumental: boolean,
  hasOptimizer: boolean,
): { prompt: string; lyrics: string } {
  for (const name of ["audio_url", "audio_base64", "cover_feature_id"]) {
    if (fields.has(name)) fields.fail(name, `is not supported by ${model}`);
  }
  const prompt = fields.string("prompt", { min: isInstrumental ? 1 : 0, max: 2000 });
  if (isInstrumental) fields.required("prompt", prompt);
  // Empty lyrics are spoken of beside the optimizer alone; else they have at least one character.
  const lyrics = fields.string("lyrics", { min: hasOptimizer ? 0 : 1, max: 3500 }) ?? "";
  if (lyrics === "" && !isInstrumental && !hasOptimizer) {
    fields.fail("lyrics", "is required, 1 to 3500 chars, unless is_instrumental or lyrics_optimizer is true");
  }
  if (lyrics === "" && !isInstrumental && !prompt) {
    fields.fail("prompt", "is required where lyrics are generated from it");
  }
  return { prompt: prompt ?? "", lyrics };
}

async function parseCover(
  fields: Fields,
  context: SandboxContext,
): Promise<{ prompt: string; lyrics: string; reference: ReferenceAudio }> {
  const prompt = fields.required("prompt", fields.string("prompt", { min: 10, max: 300 }));
  const lyrics = fields.string("lyrics", { min: 10, max: 1000 });
  const featureId = fields.string("cover_feature_id", { min: 1 });
  if (featureId === undefined) {
    return { prompt, lyrics: lyrics ?? "", reference: await parseReferenceAudio(fields) };
  }
  if (fields.has("audio_url") || fields.has("audio_base64")) {
    fields.fail("cover_feature_id", "is mutually exclusive with audio_url and audio_base64");
  }
  fields.required("lyrics", lyrics);
  const feature = context.coverFeatures.find(featureId);
  if (feature === null) fields.fail("cover_feature_id", "is unknown or has expired");
  const { durationSeconds } = feature.model;
  return { prompt, lyrics: lyrics ?? "", reference: { identity: featureId, durationSeconds, bytes: null } };
}

function parseMusicAudioSetting(fields: Fields) {
  const setting = fields.object("audio_setting");
  return {
    sampleRate: setting?.oneOf("sample_rate", SAMPLE_RATES) ?? 44100,
    bitrate: setting?.oneOf("bitrate", BITRATES) ?? 128000,
    format: setting?.oneOf("format", ["mp3", "wav", "pcm"] as const) ?? "mp3",
  };
}
