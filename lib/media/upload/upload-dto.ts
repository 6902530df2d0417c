import { z } from "zod";
import { assetKinds } from "../asset-kind";
import type { StoredAsset } from "../stored-asset";

/** The answer of `POST /api/uploads`. */
export const uploadDtoSchema = z.object({
  assetId: z.uuid(),
  mimeType: z.string(),
  kind: z.enum(assetKinds),
  bytes: z.number().int().min(1),
  sha256: z.string(),
  width: z.number().int().optional(),
  height: z.number().int().optional(),
  durationSeconds: z.number().optional(),
  fileName: z.string().optional(),
  /** Path under the studio's own address. */
  url: z.string(),
});

export type UploadDto = z.infer<typeof uploadDtoSchema>;

export function toUploadDto(asset: StoredAsset): UploadDto {
  const { id, mimeType, kind, bytes, sha256, width, height, durationSeconds, fileName } = asset;
  return {
    assetId: id,
    mimeType,
    kind,
    bytes,
    sha256,
    width,
    height,
    durationSeconds,
    fileName,
    url: `/api/media/${id}`,
  };
}
