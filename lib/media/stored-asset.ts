import type { AssetKind, AssetOrigin } from "./asset-kind";
import type { RawAudio } from "./raw-audio";

/** What a sound with a header says of its samples. */
export interface SoundMeasures {
  sampleRateHz: number;
  channels: number;
}

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
  /** Of sound with a header; missing for what was stored before this was measured. */
  sound?: SoundMeasures;
  /** Of sound without a header, how it is to be read. */
  rawAudio?: RawAudio;
  createdAt: Date;
}
