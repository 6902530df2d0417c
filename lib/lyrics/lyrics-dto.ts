import { z } from "zod";
import { errorDtoSchema } from "@/lib/errors/error-dto";
import { LYRICS_MODES, lyricsRequestSchema } from "@/lib/service/contract/lyrics";

/** The body of POST /api/v1/lyrics: the service's own fields (unshown.md Music "lyrics writer") and an idempotency key. */
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

/** The response of POST /api/v1/lyrics. */
export const writtenLyricsSchema = z.object({
  title: z.string().nullable().describe("Null if the service suggests none."),
  styleTags: z.string().nullable().describe("A matching style for the prompt."),
  lyrics: z.string().describe("Lines are separated by line feeds."),
});

export type WrittenLyrics = z.output<typeof writtenLyricsSchema>;

/** States of drafts in lists. A failed one, of which nothing was made, is not listed. */
export const listedDraftStates = ["running", "ready", "unknown"] as const;

export const lyricsModeSchema = z.enum(LYRICS_MODES);

/** A draft as the API returns it. */
const lyricsDraftDtoSchema = z.object({
  id: z.uuid(),
  state: z
    .enum(listedDraftStates)
    .describe("`unknown`: the request was sent, but no response arrived. It may have been billed."),
  request: z.object({ mode: lyricsModeSchema, prompt: z.string(), title: z.string().nullable() }),
  answer: writtenLyricsSchema.nullable(),
  sandbox: z.boolean(),
  error: errorDtoSchema.nullable(),
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
});
export type LyricsDraftDto = z.output<typeof lyricsDraftDtoSchema>;

/** The response of `GET /api/v1/lyrics`. */
export const lyricsDraftListSchema = z.object({ drafts: z.array(lyricsDraftDtoSchema) });
export type LyricsDraftList = z.output<typeof lyricsDraftListSchema>;
