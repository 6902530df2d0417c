import { describeGeneration, type DescribedGeneration } from "@/lib/generations/ask/describe-generation";
import type { GenerationDto, OutputDto } from "@/lib/generations/read/generation-dto";
import { isRawAudio } from "@/lib/media/raw-audio";

/** One sound that the player can play: an output of a generation, stored or still being made. */
export interface Track {
  /** The same from the first byte of a stream to the stored file: `trackId(generationId, outputIndex)`. */
  id: string;
  /** What it is a result of; missing for a sound that was brought along. */
  generationId?: string;
  /** Index of the output among those of its role. */
  outputIndex: number;
  title: string;
  /** Beside the title: how it was made. */
  subtitle?: string;
  /** Which take of its idea it is, from 1. */
  take?: number;
  /** Which of several sounds of its generation it is. */
  part?: { name: string | null; number: number };
  /** When its generation was asked for. */
  createdAt?: string;
  /** Id of its generator, which gives it its hue. */
  generator?: string;
  /** Of an original: what to call the sound that was made from it and is compared with it. */
  counterpartName?: string;
  /** Where it plays from: the stored file, or the stream while it is being made. */
  url: string;
  /** What is stored; missing while it is being made. */
  assetId?: string;
  mimeType: string;
  /** It is being made now: `url` plays from the start and goes on as it comes. */
  live?: true;
  /** The stream broke off; this is what had come. */
  partial?: true;
  durationSeconds?: number;
}

/** Names one sound of the studio, however far it has come. */
export function trackId(generationId: string, outputIndex: number): string {
  return `${generationId}:${outputIndex}`;
}

/** Whether an output is something to listen to. */
export function isSound({ role, mimeType }: Pick<OutputDto, "role" | "mimeType">): boolean {
  return role === "audio" || mimeType.startsWith("audio/");
}

/** A spoken text names its sound, but not with all of its ten thousand characters. */
const maximumTitleLength = 160;

/** Cut at a code point, as no cut may fall inside a character. */
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

/** A stored sound as a track. */
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

/** The sound that is being made now as a track; null when none is. */
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

/** Every sound of a generation in order: what is stored, then what is still being made. */
export function listTracks(generation: TrackSource): Track[] {
  const stored = generation.outputs.filter(isSound).map((output) => toTrack(generation, output));
  const live = toLiveTrack(generation);
  return live && !stored.some(({ id }) => id === live.id) ? [...stored, live] : stored;
}

/**
 * Where a browser plays a stored sound from. Raw sound has no header and plays nowhere by itself: the studio wraps it
 * into WAV on the way (`?as=wav`). The file that is downloaded stays what the service made.
 */
export function playUrl({ url, mimeType }: Pick<OutputDto, "url" | "mimeType">): string {
  return isRawAudio(mimeType) ? `${url}?as=wav` : url;
}

/** A sound of the studio that no generation made, or whose generation does not matter here. */
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
