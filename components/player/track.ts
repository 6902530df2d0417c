import type { OutputDto } from "@/lib/generations/read/generation-dto";
import { isRawAudio } from "@/lib/media/raw-audio";

/** One playable audio file: an output of a generation, stored or streaming. */
export interface Track {
  /** Stable from the first byte of a stream to the stored file: `trackId(generationId, outputIndex)`. */
  id: string;
  /** Its generation; missing for uploaded audio. */
  generationId?: string;
  /** Index of the output among those of its role. */
  outputIndex: number;
  title: string;
  /** Shown beside the title: how it was generated. */
  subtitle?: string;
  /** The number of its take, from 1. */
  take?: number;
  /** Which of several audio files of its generation it is. */
  part?: { name: string | null; number: number };
  /** When its generation was requested. */
  createdAt?: string;
  /** Id of its generator, which gives it its hue. */
  generator?: string;
  /** For an original: the label of the track that was generated from it, in a comparison. */
  counterpartName?: string;
  /** The stored file, or the stream while it is generated. */
  url: string;
  /** The stored asset; missing while streaming. */
  assetId?: string;
  mimeType: string;
  /** Being generated: `url` streams from the start and continues as audio arrives. */
  live?: true;
  /** The stream broke off; this is what had arrived. */
  partial?: true;
  durationSeconds?: number;
}

/** Identifies an audio output, stored or streaming. */
export function trackId(generationId: string, outputIndex: number): string {
  return `${generationId}:${outputIndex}`;
}

/** Whether an output is audio. */
export function isSound({ role, mimeType }: Pick<OutputDto, "role" | "mimeType">): boolean {
  return role === "audio" || mimeType.startsWith("audio/");
}

/**
 * Returns the URL that a browser can play. Raw audio has no header, so the studio wraps it into WAV (`?as=wav`).
 * Downloads stay unchanged.
 */
export function playUrl({ url, mimeType }: Pick<OutputDto, "url" | "mimeType">): string {
  return isRawAudio(mimeType) ? `${url}?as=wav` : url;
}

/** Audio without a generation, or whose generation does not matter here. */
interface SoundAsset {
  assetId: string;
  title: string;
  subtitle?: string;
  mimeType: string;
  /** Id of the generator whose hue it takes. */
  generator: string;
  counterpartName?: string;
  durationSeconds?: number | null;
}

/** Converts such audio, so that it plays, seeks and compares like any other track. */
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
