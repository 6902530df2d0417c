import { z } from "zod";
import { analysisInfoSchema, answerShape, optionalCountSchema, optionalTextSchema } from "./answer.ts";
import {
  booleanField,
  choiceField,
  identifierField,
  numberChoiceField,
  strictObject,
  textField,
} from "./fields.ts";
import { withoutIdle } from "./idle-fields.ts";
import { base64Field, httpUrlField } from "./media-reference.ts";
import {
  MUSIC_BITRATES,
  MUSIC_FORMATS,
  MUSIC_LIMITS,
  MUSIC_MODELS,
  MUSIC_OUTPUT_FORMATS,
  MUSIC_SAMPLE_RATES,
  REFERENCE_AUDIO_LIMITS,
  STRUCTURE_TAGS,
} from "./music-options.ts";
import { checkMusicRules, findIdleMusicFields, withoutEmptyLyrics } from "./music-rules.ts";

/** Fields of the music request. A form may omit some or replace the reference audio. */
export const musicRequestShape = {
  model: choiceField(MUSIC_MODELS).describe(
    "Free models allow 3 requests per minute. The others allow 120 and need a Token Plan or a paid account.",
  ),
  prompt: textField({ key: "music.prompt", max: MUSIC_LIMITS.promptMaxLength })
    .optional()
    .describe("Style, mood and scene. Length in Unicode code points."),
  lyrics: textField({ key: "music.lyrics", max: MUSIC_LIMITS.lyricsMaxLength })
    .optional()
    .describe(
      `Lyrics, one line per line. Length in Unicode code points. Section tags go on their own line: ${STRUCTURE_TAGS.join(", ")}.`,
    ),
  stream: booleanField().optional().describe("Streams the audio while it's composed. Default false."),
  output_format: choiceField(MUSIC_OUTPUT_FORMATS)
    .optional()
    .describe(
      "How the service returns the audio: in the response (hex) or as a link (url). Streams are always hex.",
    ),
  audio_setting: strictObject({
    sample_rate: numberChoiceField(MUSIC_SAMPLE_RATES).optional().describe("Samples per second."),
    bitrate: numberChoiceField(MUSIC_BITRATES).optional().describe("Bits per second."),
    format: choiceField(MUSIC_FORMATS).optional().describe("Audio format."),
  })
    .optional()
    .describe("Audio format of the result."),
  aigc_watermark: booleanField()
    .optional()
    .describe("Adds a watermark at the end of the audio. No effect on streams."),
  lyrics_optimizer: booleanField()
    .optional()
    .describe("Writes the lyrics from the prompt if lyrics is empty. No effect if lyrics are given."),
  is_instrumental: booleanField().optional().describe("Creates an instrumental. Lyrics are optional then."),
};

/** Reference audio as base64 text or as a source (service.md "Rules for cover models" 4: at most 50 MB). */
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
})
  .superRefine(checkMusicRules)
  .overwrite(withoutIdle(findIdleMusicFields))
  .overwrite(withoutEmptyLyrics);
export type MusicRequest = z.input<typeof musicRequestSchema>;

/**
 * extra_info of service.md "Music generation response"; units from unshown.md Music: ms, Hz, bit/s, bytes.
 * Other fields are dropped.
 */
export const musicExtraInfoSchema = z.object({
  music_duration: optionalCountSchema,
  music_sample_rate: optionalCountSchema,
  music_channel: optionalCountSchema,
  bitrate: optionalCountSchema,
  music_size: optionalCountSchema,
});
export type MusicExtraInfo = z.output<typeof musicExtraInfoSchema>;

/** service.md "Music synthesis status (data.status)". */
export const MUSIC_STATUS = { composing: 1, completed: 2 } as const;

/** service.md "Music generation response"; stream chunks have the same shape. URL form: unshown.md Music. */
export const musicResponseSchema = z.looseObject({
  ...answerShape,
  data: z
    .looseObject({ status: optionalCountSchema, audio: optionalTextSchema, audio_url: optionalTextSchema })
    .nullish(),
  extra_info: musicExtraInfoSchema.nullish(),
  analysis_info: analysisInfoSchema,
});
