import type { Medium } from "@/lib/generations/ask/definition-port";
import { playUrl } from "./play-url";
import type { Track } from "./track";

/** A sound of the studio that no generation made, or whose generation does not matter here. */
export interface SoundAsset {
  assetId: string;
  title: string;
  subtitle?: string;
  mimeType: string;
  medium: Medium;
  durationSeconds?: number | null;
}

/** Such a sound as a track, so that it is played, seeked and compared like any other. */
export function toAssetTrack({ assetId, durationSeconds, ...sound }: SoundAsset): Track {
  const { mimeType } = sound;
  return {
    ...sound,
    id: `asset:${assetId}`,
    outputIndex: 0,
    assetId,
    url: playUrl({ url: `/api/media/${assetId}`, mimeType }),
    ...(durationSeconds ? { durationSeconds } : {}),
  };
}
