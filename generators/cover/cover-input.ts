import type { z } from "zod";
import { choiceField, identifierField, strictObject } from "@/lib/service/contract/fields";
import { httpUrlField } from "@/lib/service/contract/media-reference";
import { musicRequestShape } from "@/lib/service/contract/music";
import { COVER_MODELS, MUSIC_LIMITS } from "@/lib/service/contract/music-options";
import { checkMusicRules } from "@/lib/service/contract/music-rules";
import { assetSourceSchema } from "../_kit/media-source";

const { prompt, lyrics, stream, output_format, audio_setting, aigc_watermark } = musicRequestShape;
const { coverPromptMinLength, coverPromptMaxLength, coverLyricsMinLength, coverLyricsMaxLength } =
  MUSIC_LIMITS;

/**
 * The input of a cover: service.md "Music generation request" for cover models. The reference is an asset, a URL or an
 * analysed sound.
 */
export const coverInputSchema = strictObject({
  model: choiceField(COVER_MODELS).describe(
    "music-cover-free allows 3 requests per minute for every account. music-cover allows 120 and needs a Token Plan or a paid account.",
  ),
  prompt: prompt.meta({
    description: `Style of the cover, ${coverPromptMinLength} to ${coverPromptMaxLength} Unicode code points.`,
    minLength: coverPromptMinLength,
    maxLength: coverPromptMaxLength,
  }),
  lyrics: lyrics.meta({
    description: `Lyrics, ${coverLyricsMinLength} to ${coverLyricsMaxLength} Unicode code points. Without them, the lyrics of the reference are used. Required with cover_feature_id.`,
    minLength: coverLyricsMinLength,
    maxLength: coverLyricsMaxLength,
  }),
  audio_url: strictObject({
    url: httpUrlField().describe("A public http or https address. The service downloads it."),
  })
    .optional()
    .describe("Address of the reference audio: 6 seconds to 6 minutes, at most 50 MB."),
  audio_base64: assetSourceSchema
    .optional()
    .describe(
      "Reference audio from the studio, uploaded or generated, sent with the request: 6 seconds to 6 minutes, at most 50 MB, MP3, WAV, FLAC or Ogg.",
    ),
  cover_feature_id: identifierField()
    .optional()
    .describe("Analysed reference audio (POST /api/v1/cover-analyses). Valid for 24 hours."),
  stream,
  output_format,
  audio_setting,
  aigc_watermark,
})
  .superRefine(checkMusicRules)
  .describe(
    "A cover of reference audio. Rules between fields: exactly one of audio_url, audio_base64 and cover_feature_id; cover_feature_id needs lyrics; stream excludes url delivery. Without effect, so not sent and listed in notes: the watermark in a stream.",
  );

export type CoverInput = z.output<typeof coverInputSchema>;
/** Values before parsing. */
export type CoverFormValues = z.input<typeof coverInputSchema>;
/** Every field of the form; absent ones are undefined. */
export type CoverForm = { [Name in keyof Required<CoverFormValues>]: CoverFormValues[Name] };
