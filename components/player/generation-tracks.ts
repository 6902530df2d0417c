import { describeGeneration, type DescribedGeneration } from "@/lib/generations/read/describe-generation";
import type { GenerationDto, OutputDto } from "@/lib/generations/read/generation-dto";
import { isSound, playUrl, trackId, type Track } from "./track";

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
