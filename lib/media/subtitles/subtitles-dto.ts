import { z } from "zod";

export const sentenceSchema = z.object({
  index: z.number().int().describe("Position in time, from 0."),
  text: z.string(),
  startMs: z.number().int().describe("Milliseconds from the beginning of the sound."),
  endMs: z.number().int().describe("Never before its start, never after the start of the next sentence."),
});
export type Sentence = z.infer<typeof sentenceSchema>;

/** The answer of `GET /api/v1/generations/:id/subtitles?format=json`. */
export const subtitlesDtoSchema = z.object({ sentences: z.array(sentenceSchema) });
export type SubtitlesDto = z.infer<typeof subtitlesDtoSchema>;
