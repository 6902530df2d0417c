import type { RawAudio } from "./raw-audio";

/** What an asset is, decided from its bytes. */
export const assetKinds = ["image", "audio", "video", "text", "archive"] as const;

export type AssetKind = (typeof assetKinds)[number];

/** Where an asset comes from: made by the service, or brought by the person. */
export type AssetOrigin = "output" | "upload";

/** The widths in pixels that `GET /api/media/:assetId?width=` knows. */
export const thumbnailWidths = [160, 320, 640, 1280] as const;

export type ThumbnailWidth = (typeof thumbnailWidths)[number];

/** The largest file a person may bring, in bytes: what the service allows for reference audio (service.md, Limits). */
export const maxUploadBytes = 50 * 1024 * 1024;

/** What a sound with a header says of its samples. */
export interface SoundMeasures {
  sampleRateHz: number;
  channels: number;
}

/** What the frames of a video are, as its container tells them. */
export interface VideoMeasures {
  /** As RFC 6381 names it, for example `avc1.64001f`; what the container calls it where that is not known. */
  codec: string;
  /** In a second, on average. */
  frameRate: number;
  frameCount: number;
  hasSound: boolean;
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
  /** Of video; missing for what was stored before this was measured. */
  video?: VideoMeasures;
  /** Of sound without a header, how it is to be read. */
  rawAudio?: RawAudio;
  createdAt: Date;
}
