import { z } from "zod";
import { assetKinds } from "../asset-kind";
import type { StoredAsset } from "../stored-asset";
import { videoMeasuresSchema } from "../video-measures";

/** The answer of `POST /api/uploads`. */
export const uploadDtoSchema = z.object({
  assetId: z.uuid().describe("What an input refers to it by, as {assetId}."),
  mimeType: z.string().describe("Told from the bytes, whatever the upload said."),
  kind: z.enum(assetKinds),
  bytes: z.number().int().min(1),
  sha256: z.string().describe("Digest of the bytes, lower-case hex."),
  width: z.number().int().optional().describe("Pixels."),
  height: z.number().int().optional().describe("Pixels."),
  durationSeconds: z.number().optional(),
  video: videoMeasuresSchema.optional().describe("What the frames of a video are."),
  fileName: z.string().optional(),
  url: z.string().describe("Path under the studio's own address."),
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
