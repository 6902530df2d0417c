import { z } from "zod";

/** The body of `POST /api/v1/cover-analyses`: one sound, as a file of the studio or by its address. */
export const analysisRequestSchema = z
  .strictObject({
    assetId: z.uuid().optional().describe("A sound of the studio: an upload or a result, the caller's own."),
    url: z
      .url({ protocol: /^https?$/ })
      .optional()
      .describe("A public address; the studio fetches and keeps it."),
    anew: z
      .boolean()
      .default(false)
      .describe("Asks the service although an answer is there, or may be; it may count again."),
  })
  .refine(({ assetId, url }) => (assetId === undefined) !== (url === undefined), {
    error: "cover.sound.one",
    path: ["assetId"],
  });
