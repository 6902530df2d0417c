import type { GenerationDto } from "@/lib/generations/read/generation-dto";

/** A request open for this long has reached the service. */
const reachedAfterMs = 10_000;

/**
 * Whether the service cannot be reached, judged by the active generations; null while that is unknown.
 *
 * @param active all generations that have not ended
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
