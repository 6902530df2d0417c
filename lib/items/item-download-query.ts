import { z } from "zod";
import { soundFileFormats } from "@/lib/media/conversion/conversion-messages";
import { pictureFormats } from "@/lib/media/pictures/picture-messages";

export const itemFileFormats = [...pictureFormats, ...soundFileFormats] as const;

/** Integrated loudness in LUFS: of most streaming services, and of podcasts and speech. */
export const loudnessTargets = ["-14", "-16"] as const;

/** The query of GET /api/v1/items/{id}/download. */
export const itemDownloadQuerySchema = z.object({
  format: z
    .enum(itemFileFormats)
    .optional()
    .describe(
      "Converts an image to `png`, `jpeg` or `webp`, upright and in its own size; audio of up to an hour to `mp3`, `wav` (16 bits), `flac` (16 bits) or `m4a` (AAC), with its own sample rate and channels. Audio that has the format already stays as it is. Other files stay as they are.",
    ),
  loudness: z
    .enum(loudnessTargets)
    .optional()
    .describe(
      "For audio: brings it to this integrated loudness in LUFS (EBU R 128, ITU-R BS.1770), with a true peak of at most -1 dBTP: peaks above it are limited. Without `format`, it keeps its format, if that is one of them. Silence stays as it is.",
    ),
  metadata: z
    .enum(["embedded", "title", "sidecar", "none"])
    .default("none")
    .describe(
      "`embedded` writes title, prompt, tags and parameters into a JPEG, PNG or WebP image as XMP; title, prompt, lyrics, date, model, tags and parameters into an MP3, FLAC, WAV or M4A file. `title` writes only the title. `sidecar` returns a ZIP file with the file and a JSON file that describes it.",
    ),
});
export type ItemDownloadQuery = z.output<typeof itemDownloadQuerySchema>;
export type FileMetadata = ItemDownloadQuery["metadata"];
