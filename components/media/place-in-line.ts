import type { GenerationDto } from "@/lib/generations/generation-dto";

/**
 * Generations that wait for each other. The models of an endpoint are counted together unless one has a limit of its own
 * (lib/generations/get-rate-line.server.ts), so the model alone does not tell lines apart.
 */
function lineOf({ generator, profileId }: GenerationDto): string {
  return `${profileId}/${generator}`;
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
