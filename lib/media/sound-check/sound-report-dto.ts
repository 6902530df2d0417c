import { z } from "zod";

/** The answer of `GET /api/v1/sounds/:id`. */
export const soundReportSchema = z.object({
  assetId: z.uuid(),
  fileName: z.string().nullable(),
  title: z
    .string()
    .optional()
    .describe("Of a result: what the generation that made it is called. Missing for an upload."),
  lyrics: z
    .string()
    .optional()
    .describe("Of a song that the studio composed: the words it was given. Missing where it was given none."),
  mimeType: z.string().describe("Told from the bytes, whatever the name says."),
  bytes: z.int(),
  durationSeconds: z.number().nullable().describe("Of the decoded sound; null where none could be decoded."),
  problems: z
    .array(
      z.object({
        key: z.string(),
        values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
      }),
    )
    .describe("What keeps it from being covered; empty when nothing does."),
});
export type SoundReport = z.output<typeof soundReportSchema>;
