import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { madeInSeconds } from "./generation-facts";

type Timed = Pick<
  GenerationDto,
  "id" | "generator" | "model" | "input" | "profileId" | "sandbox" | "state" | "startedAt" | "finishedAt"
>;

/** Fewer generations give no estimate. */
const fewestKnown = 2;

/**
 * How long such a generation usually takes, in seconds: the median of the person's generations with the same service,
 * model, resolution and duration. Null if there are too few.
 */
export function usualSeconds(generation: Timed, history: readonly Timed[]): number | null {
  const taken = history
    .filter((other) => other.state === "succeeded" && isAlike(other, generation))
    .flatMap((other) => madeInSeconds(other) ?? [])
    .sort((a, b) => a - b);
  return taken.length < fewestKnown ? null : taken[Math.floor(taken.length / 2)]!;
}

function isAlike(one: Timed, other: Timed): boolean {
  return (
    one.generator === other.generator &&
    one.model === other.model &&
    one.profileId === other.profileId &&
    one.sandbox === other.sandbox &&
    one.input.resolution === other.input.resolution &&
    one.input.duration === other.input.duration
  );
}
