import { z } from "zod";

/** The body of `POST /api/v1/cover-analyses`: a stored audio file or its address. */
export const analysisRequestSchema = z
  .strictObject({
    assetId: z.uuid().optional().describe("One of your audio files, uploaded or generated."),
    url: z
      .url({ protocol: /^https?$/ })
      .optional()
      .describe("A public address. The studio downloads and stores it."),
    anew: z
      .boolean()
      .default(false)
      .describe("Sends a new request even if there is, or may be, an analysis. May be billed again."),
  })
  .refine(({ assetId, url }) => (assetId === undefined) !== (url === undefined), {
    error: "cover.sound.one",
    path: ["assetId"],
  });
