"use client";

import { useGenerators } from "@/components/generators";
import type { GeneratorFacts, ShotTraits } from "@/lib/generations/record/definition-port";

export type ShotGenerator = GeneratorFacts & { shot: ShotTraits };

/** The generators that create shots, those of pictures first: a storyboard begins with them. */
export function useShotGenerators(): readonly ShotGenerator[] {
  const creating = useGenerators().filter((each): each is ShotGenerator => each.shot !== undefined);
  return creating.toSorted(
    (one, other) => Number(one.shot.firstFrame === "required") - Number(other.shot.firstFrame === "required"),
  );
}

/** What a generator needs to create a shot; undefined for one that doesn't create any. */
export function useShotTraits(): (generator: string) => ShotTraits | undefined {
  const generators = useGenerators();
  return (generator) => generators.find(({ id }) => id === generator)?.shot;
}
