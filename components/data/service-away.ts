import type { GenerationDto } from "@/lib/generations/generation-dto";

/**
 * Whether the service cannot be reached, as far as what is under way shows it; null where that is being found out.
 *
 * @param active all that has not ended
 */
export function readServiceAway(active: readonly Pick<GenerationDto, "state" | "waiting">[]): boolean | null {
  if (active.some(({ waiting }) => waiting?.reason === "service-unreachable")) return true;
  return active.some(({ state }) => state === "starting") ? null : false;
}
