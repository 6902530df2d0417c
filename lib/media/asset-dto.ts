import { z } from "zod";
import { assetKinds, type StoredAsset, type VideoMeasures } from "./stored-asset";

/** The properties of a video's frames, as stored in rows and returned by the REST API. */
export const videoMeasuresSchema = z.object({
  codec: z.string().describe("RFC 6381 codec string, for example `avc1.64001f`."),
  frameRate: z.number().describe("Average frames per second."),
  frameCount: z.number().int(),
  hasSound: z.boolean(),
}) satisfies z.ZodType<VideoMeasures>;

/** The response of `POST /api/uploads`. */
export const uploadDtoSchema = z.object({
  assetId: z.uuid().describe("Use it in inputs as {assetId}."),
  mimeType: z.string().describe("Detected from the content, not from the upload."),
  kind: z.enum(assetKinds),
  bytes: z.number().int().min(1),
  sha256: z.string().describe("SHA-256 of the content, lower-case hex."),
  width: z.number().int().optional().describe("Pixels."),
  height: z.number().int().optional().describe("Pixels."),
  durationSeconds: z.number().optional(),
  video: videoMeasuresSchema.optional().describe("Properties of the video frames."),
  fileName: z.string().optional(),
  url: z.string().describe("Path on the studio's address."),
});

export type UploadDto = z.infer<typeof uploadDtoSchema>;

export function toUploadDto(asset: StoredAsset): UploadDto {
  const { id, mimeType, kind, bytes, sha256, width, height, durationSeconds, video, fileName } = asset;
  return {
    assetId: id,
    mimeType,
    kind,
    bytes,
    sha256,
    width,
    height,
    durationSeconds,
    video,
    fileName,
    url: `/api/media/${id}`,
  };
}
