import { z } from "zod";
import { pictureFormats } from "@/lib/media/pictures/picture-messages";

/** The query of GET /api/v1/items/{id}/download. */
export const itemDownloadQuerySchema = z.object({
  format: z
    .enum(pictureFormats)
    .optional()
    .describe("For an image: converts it, upright and in its own size. Other files stay as they are."),
  metadata: z
    .enum(["embedded", "sidecar", "none"])
    .default("none")
    .describe(
      "`embedded` writes title, prompt, tags and parameters into a JPEG, PNG or WebP image as XMP, or title and prompt into an MP3, FLAC or WAV file. `sidecar` returns a ZIP file with the file and a JSON file that describes it.",
    ),
});
export type ItemDownloadQuery = z.output<typeof itemDownloadQuerySchema>;
