import { z } from "zod";
import { errorDtoSchema } from "@/lib/errors/error-facts";
import { LYRICS_MODES, lyricsRequestSchema } from "@/lib/service/contract/lyrics";

/** What POST /api/v1/lyrics takes: the service's own fields (unshown.md Music "lyrics writer"), and the studio's key. */
export const lyricsBodySchema = lyricsRequestSchema.safeExtend({
  idempotencyKey: z
    .string()
    .regex(/^[\w.:-]{8,128}$/)
    .optional()
    .describe(
      "The same key and fields return the stored draft without another request, as long as it's kept.",
    ),
});

export type LyricsBody = z.output<typeof lyricsBodySchema>;

/** What it answers. */
export const writtenLyricsSchema = z.object({
  title: z.string().nullable().describe("Null if the service suggests none."),
  styleTags: z.string().nullable().describe("A matching style for the prompt."),
  lyrics: z.string().describe("Lines are separated by line feeds."),
});

export type WrittenLyrics = z.output<typeof writtenLyricsSchema>;

/** What is told of a draft. One of which nothing was made is told to whoever asked for it, and to nobody later. */
export const toldDraftStates = ["running", "ready", "unknown"] as const;

export const lyricsModeSchema = z.enum(LYRICS_MODES);

/** Lyrics that were asked for, as REST and browser see them. */
export const lyricsDraftDtoSchema = z.object({
  id: z.uuid(),
  state: z
    .enum(toldDraftStates)
    .describe("`unknown`: the request was sent, but no response arrived. It may have been billed."),
  request: z.object({ mode: lyricsModeSchema, prompt: z.string(), title: z.string().nullable() }),
  answer: writtenLyricsSchema.nullable(),
  sandbox: z.boolean(),
  error: errorDtoSchema.nullable(),
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
});
export type LyricsDraftDto = z.output<typeof lyricsDraftDtoSchema>;

/** The answer of `GET /api/v1/lyrics`. */
export const lyricsDraftListSchema = z.object({ drafts: z.array(lyricsDraftDtoSchema) });
export type LyricsDraftList = z.output<typeof lyricsDraftListSchema>;
