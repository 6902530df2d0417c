import type { z } from "zod";
import { choiceField, strictObject } from "@/lib/service/contract/fields";
import { musicRequestShape } from "@/lib/service/contract/music";
import { SONG_MODELS } from "@/lib/service/contract/music-options";
import { checkMusicRules } from "@/lib/service/contract/music-rules";

/**
 * The input of a music generation: service.md "Music generation request", for the models of the 3.0 and 2.6 families.
 */
export const musicInputSchema = strictObject({
  ...musicRequestShape,
  model: choiceField(SONG_MODELS).describe(
    "Free models allow 3 requests per minute for every account. The others allow 120 and need a Token Plan or a paid account.",
  ),
})
  .superRefine(checkMusicRules)
  .describe(
    "A song or an instrumental. Rules between fields: an instrumental needs a prompt, and lyrics are optional; a song needs lyrics, or lyrics_optimizer with a prompt; stream excludes url delivery. Without effect, so not sent and listed in notes: the watermark in a stream, lyrics_optimizer with lyrics.",
  );

export type MusicInput = z.output<typeof musicInputSchema>;
/** Values before parsing. */
export type MusicFormValues = z.input<typeof musicInputSchema>;
/** Every field of the form; absent ones are undefined. */
export type MusicForm = { [Name in keyof Required<MusicFormValues>]: MusicFormValues[Name] };
