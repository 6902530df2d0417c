import type { GenerationDto } from "@/lib/generations/generation-dto";
import { MUSIC_MODELS } from "@/lib/service/contract/music-options";

const modelsWithOwnLimit: readonly string[] = MUSIC_MODELS;

/**
 * Generations that wait for each other. The models of an endpoint are counted together unless one has a limit of its own
 * (lib/generations/get-rate-line.server.ts), as those of music have (service.md Limits).
 */
function lineOf({ generator, model, profileId }: GenerationDto): string {
  return `${profileId}/${modelsWithOwnLimit.includes(model) ? model : generator}`;
}

/**
 * The place of each queued generation among the person's own in the same line, from 1: the oldest leaves first. Ids are
 * UUIDv7, so their order is the order of time. Pure.
 */
export function placesInLine(generations: readonly GenerationDto[]): Map<string, number> {
  const counts = new Map<string, number>();
  const queued = generations
    .filter(({ state }) => state === "queued")
    .sort((left, right) => (left.id < right.id ? -1 : 1));
  return new Map(
    queued.map((generation) => {
      const place = (counts.get(lineOf(generation)) ?? 0) + 1;
      counts.set(lineOf(generation), place);
      return [generation.id, place];
    }),
  );
}
