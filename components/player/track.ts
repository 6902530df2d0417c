import { describeGeneration, type DescribedGeneration } from "@/lib/generations/read/describe-generation";
import type { GenerationDto, OutputDto } from "@/lib/generations/read/generation-dto";
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

/** Spoken text serves as a title, but not all of its ten thousand characters. */
const maximumTitleLength = 160;

/** Cuts between code points, never within a character. */
function shortenTitle(title: string): string {
  if (title.length <= maximumTitleLength) return title;
  return `${[...title.slice(0, maximumTitleLength)].slice(0, -2).join("").trimEnd()}…`;
}

type TrackSource = DescribedGeneration &
  Pick<GenerationDto, "id" | "generator" | "take" | "outputs" | "live" | "createdAt">;

function describe(
  generation: TrackSource,
): Pick<Track, "generationId" | "title" | "subtitle" | "take" | "createdAt" | "generator"> {
  return {
    generationId: generation.id,
    title: shortenTitle(describeGeneration(generation)),
    subtitle: generation.model,
    ...(generation.take ? { take: generation.take.number } : {}),
    createdAt: generation.createdAt,
    generator: generation.generator,
  };
}

/** Converts a stored output. */
export function toTrack(generation: TrackSource, output: OutputDto): Track {
  const several = generation.outputs.filter(isSound).length > 1;
  return {
    ...describe(generation),
    id: trackId(generation.id, output.index),
    outputIndex: output.index,
    ...(several ? { part: { name: output.group ?? null, number: output.index + 1 } } : {}),
    url: playUrl(output),
    assetId: output.assetId,
    mimeType: output.mimeType,
    ...(output.partial ? { partial: output.partial } : {}),
    ...(output.durationSeconds === undefined ? {} : { durationSeconds: output.durationSeconds }),
  };
}

/** Converts the running stream; null if there is none. */
export function toLiveTrack(generation: TrackSource): Track | null {
  const { live } = generation;
  if (!live || !isSound(live)) return null;
  return {
    ...describe(generation),
    id: trackId(generation.id, live.index),
    outputIndex: live.index,
    url: live.url,
    mimeType: live.mimeType,
    live: true,
  };
}

/** Lists the audio of a generation in order: stored files, then the running stream. */
export function listTracks(generation: TrackSource): Track[] {
  const stored = generation.outputs.filter(isSound).map((output) => toTrack(generation, output));
  const live = toLiveTrack(generation);
  return live && !stored.some(({ id }) => id === live.id) ? [...stored, live] : stored;
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
