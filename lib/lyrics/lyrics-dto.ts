import { z } from "zod";
import { lyricsRequestSchema } from "@/lib/service/contract/lyrics-writer";

/** What POST /api/v1/lyrics takes: the service's own fields (unshown.md Music "lyrics writer"), and the studio's key. */
export const lyricsBodySchema = lyricsRequestSchema.safeExtend({
  idempotencyKey: z
    .string()
    .regex(/^[\w.:-]{8,128}$/)
    .optional()
    .describe(
      "The same key and fields within a quarter of an hour get the same answer, and ask the service once.",
    ),
});

export type LyricsBody = z.output<typeof lyricsBodySchema>;

/** What it answers. */
export const writtenLyricsSchema = z.object({
  title: z.string().nullable().describe("Null where the service names none."),
  styleTags: z.string().nullable().describe("A style that fits, for the prompt of a song."),
  lyrics: z.string().describe("Lines end with a line feed."),
});

export type WrittenLyrics = z.output<typeof writtenLyricsSchema>;
