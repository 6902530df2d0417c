"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useGenerator } from "@/components/generators";
import { flattenPages, generationQueries } from "@/components/queries/generation-queries";
import { usualSeconds } from "@/components/takes/usual-seconds";
import type { Place } from "@/lib/films/film-document";

/**
 * How long such a shot usually takes, in seconds, from the person's own newest generations with its model; null where there are too
 * few.
 */
export function useUsualShot({ generator, model }: Pick<Place, "generator" | "model">): number | null {
  const facts = useGenerator(generator);
  const history = flattenPages(useInfiniteQuery(generationQueries.made(generator)).data);
  const wanted = model ?? facts?.shot?.models[0];
  const alike = history.find((each) => each.state === "succeeded" && each.model === wanted);
  return alike ? usualSeconds(alike, history) : null;
}
