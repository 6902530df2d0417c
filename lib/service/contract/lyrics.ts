import { z } from "zod";
import { answerShape, optionalTextSchema } from "./answer.ts";
import { choiceField, strictObject, textField } from "./fields.ts";
import { reportProblem } from "./issue.ts";
import { MUSIC_LIMITS, STRUCTURE_TAGS } from "./music-options.ts";

/** unshown.md Music "lyrics writer". */
export const LYRICS_MODES = ["write_full_song", "edit"] as const;

/** The strict schema of POST /v1/lyrics_generation; `edit` needs lyrics. */
export const lyricsRequestSchema = strictObject({
  mode: choiceField(LYRICS_MODES),
  prompt: textField({ key: "lyrics.prompt", max: MUSIC_LIMITS.promptMaxLength }).optional(),
  lyrics: textField({ key: "lyrics.lyrics", max: MUSIC_LIMITS.lyricsMaxLength }).optional(),
  title: textField({ key: "lyrics.title", min: 1 }).optional(),
}).superRefine((request, context) => {
  const hasLyrics = request.lyrics !== undefined && request.lyrics !== "";
  if (request.mode === "edit" && !hasLyrics) reportProblem(context, ["lyrics"], "lyrics.lyrics.edit");
});
export type LyricsRequest = z.input<typeof lyricsRequestSchema>;

export const lyricsResponseSchema = z.looseObject({
  ...answerShape,
  song_title: optionalTextSchema,
  style_tags: optionalTextSchema,
  lyrics: z.string(),
});

/** Bracketed lines that are no structure tag, each once. No rule rejects them, so this is for warnings. */
export function findUnknownStructureTags(lyrics: string): string[] {
  const bracketed = [...lyrics.matchAll(/^[ \t]*(\[[^[\]\n]+\])[ \t]*$/gm)].map(([, tag = ""]) => tag);
  const known = new Set<string>(STRUCTURE_TAGS.map((tag) => tag.toLowerCase()));
  return [...new Set(bracketed.filter((tag) => !known.has(tag.toLowerCase())))];
}
