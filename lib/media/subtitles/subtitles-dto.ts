import { z } from "zod";

const sentenceSchema = z.object({
  index: z.number().int().describe("Index by time, from 0."),
  text: z.string(),
  startMs: z.number().int().describe("Milliseconds from the start of the audio."),
  endMs: z.number().int().describe("At or after its start, and at or before the start of the next sentence."),
});
export type Sentence = z.infer<typeof sentenceSchema>;

/** The response of `GET /api/v1/generations/:id/subtitles?format=json`. */
export const subtitlesDtoSchema = z.object({ sentences: z.array(sentenceSchema) });
export type SubtitlesDto = z.infer<typeof subtitlesDtoSchema>;
