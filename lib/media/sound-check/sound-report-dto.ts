import { z } from "zod";

/** The response of `GET /api/v1/sounds/:id`. */
export const soundReportSchema = z.object({
  assetId: z.uuid(),
  fileName: z.string().nullable(),
  title: z.string().optional().describe("For a result: the title of its generation. Missing for uploads."),
  lyrics: z.string().optional().describe("Lyrics of a song created in the studio. Missing if it has none."),
  mimeType: z.string().describe("Detected from the content, not from the name."),
  bytes: z.int(),
  durationSeconds: z.number().nullable().describe("Of the decoded audio. Null if it can't be decoded."),
  problems: z
    .array(
      z.object({
        key: z.string(),
        values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
      }),
    )
    .describe("Why it can't be covered. Empty if it can."),
});
export type SoundReport = z.output<typeof soundReportSchema>;
