import { z } from "zod";
import { answerShape, optionalCountSchema, optionalTextSchema } from "./answer.ts";
import {
  booleanField,
  choiceField,
  identifierField,
  numberChoiceField,
  strictObject,
  textField,
} from "./fields.ts";
import { base64Field, httpUrlField } from "./media-reference.ts";
import {
  MUSIC_BITRATES,
  MUSIC_FORMATS,
  MUSIC_LIMITS,
  MUSIC_MODELS,
  MUSIC_OUTPUT_FORMATS,
  MUSIC_SAMPLE_RATES,
  REFERENCE_AUDIO_LIMITS,
} from "./music-options.ts";
import { checkMusicRules } from "./music-rules.ts";

/** The fields of the music request; a form may leave some out or replace the reference audio, and keep the rest. */
export const musicRequestShape = {
  model: choiceField(MUSIC_MODELS),
  prompt: textField({ key: "music.prompt", max: MUSIC_LIMITS.promptMaxLength }).optional(),
  lyrics: textField({ key: "music.lyrics", max: MUSIC_LIMITS.lyricsMaxLength }).optional(),
  stream: booleanField().optional(),
  output_format: choiceField(MUSIC_OUTPUT_FORMATS).optional(),
  audio_setting: strictObject({
    sample_rate: numberChoiceField(MUSIC_SAMPLE_RATES).optional(),
    bitrate: numberChoiceField(MUSIC_BITRATES).optional(),
    format: choiceField(MUSIC_FORMATS).optional(),
  }).optional(),
  aigc_watermark: booleanField().optional(),
  lyrics_optimizer: booleanField().optional(),
  is_instrumental: booleanField().optional(),
};

/** A reference audio as base64 text (service.md "Rules for cover models" 4: at most 50 MB). */
export const referenceAudioBase64Field = base64Field({
  key: "music.reference",
  maxBytes: REFERENCE_AUDIO_LIMITS.maxBytes,
});

/** The strict schema of endpoint 1, POST /v1/music_generation. */
export const musicRequestSchema = strictObject({
  ...musicRequestShape,
  audio_url: httpUrlField().optional(),
  audio_base64: referenceAudioBase64Field.optional(),
  cover_feature_id: identifierField().optional(),
}).superRefine(checkMusicRules);
export type MusicRequest = z.input<typeof musicRequestSchema>;

/** extra_info of service.md "Music generation response"; units from unshown.md Music: ms, Hz, bit/s, bytes. */
export const musicExtraInfoSchema = z.looseObject({
  music_duration: optionalCountSchema,
  music_sample_rate: optionalCountSchema,
  music_channel: optionalCountSchema,
  bitrate: optionalCountSchema,
  music_size: optionalCountSchema,
});
export type MusicExtraInfo = z.output<typeof musicExtraInfoSchema>;

/** service.md "Music synthesis status (data.status)". */
export const MUSIC_STATUS = { composing: 1, completed: 2 } as const;

/** service.md "Music generation response"; also the shape of a stream's frame. The URL form: unshown.md Music. */
export const musicResponseSchema = z.looseObject({
  ...answerShape,
  data: z
    .looseObject({ status: optionalCountSchema, audio: optionalTextSchema, audio_url: optionalTextSchema })
    .nullish(),
  extra_info: musicExtraInfoSchema.nullish(),
});
