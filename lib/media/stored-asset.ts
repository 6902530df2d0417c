import type { AssetKind, AssetOrigin } from "./asset-kind";

/** An asset that is safe in the store: the facts of its row, with its size as a number. */
export interface StoredAsset {
  id: string;
  userId: string;
  /** Lower-case hex of the SHA-256 of the bytes; also the key of the blob and the ETag. */
  sha256: string;
  bytes: number;
  mimeType: string;
  kind: AssetKind;
  origin: AssetOrigin;
  fileName?: string;
  /** Pixels as shown, after the orientation a camera recorded was applied. */
  width?: number;
  height?: number;
  durationSeconds?: number;
  createdAt: Date;
}
