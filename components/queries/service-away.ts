import type { GenerationDto } from "@/lib/generations/read/generation-dto";

/** A request that is out for so long has reached the service. */
const reachedAfterMs = 10_000;

/**
 * Whether the service cannot be reached, as far as what is under way shows it; null where that is being found out.
 *
 * @param active all that has not ended
 * @param now epoch milliseconds
 */
export function readServiceAway(
  active: readonly Pick<GenerationDto, "state" | "waiting" | "startedAt">[],
  now: number,
): boolean | null {
  if (active.some(({ waiting }) => waiting?.reason === "service-unreachable")) return true;
  const isBeingFoundOut = active.some(
    ({ state, waiting, startedAt }) =>
      state === "starting" ||
      (state === "running" && !waiting && startedAt !== null && now - Date.parse(startedAt) < reachedAfterMs),
  );
  return isBeingFoundOut ? null : false;
}
