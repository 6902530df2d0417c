"use client";

import { useMemo } from "react";
import { generationQueries } from "@/components/queries/generation-queries";
import { useAllGenerations } from "@/components/queries/use-all-generations";
import { toSentenceText } from "@/components/queries/use-remake-sentence";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import type { Sentence } from "@/lib/media/subtitles/subtitles-dto";

/** Finds newer takes by the index of their sentence. A repeated sentence has the same takes at each place. */
export function matchSentenceTakes(
  descendants: readonly GenerationDto[],
  sentences: readonly Sentence[],
): Map<number, GenerationDto[]> {
  const byText = new Map<string, GenerationDto[]>();
  for (const descendant of descendants) {
    const { relation, input } = descendant;
    if (relation !== "sentence" || typeof input.text !== "string") continue;
    byText.set(input.text, [...(byText.get(input.text) ?? []), descendant]);
  }
  const takes = new Map<number, GenerationDto[]>();
  for (const { index, text } of byText.size > 0 ? sentences : []) {
    const made = byText.get(toSentenceText(text));
    if (made) takes.set(index, made);
  }
  return takes;
}

/** Returns newer takes of the sentences of a generation, newest first. */
export function useSentenceTakes(
  generation: GenerationDto,
  sentences: readonly Sentence[],
): Map<number, GenerationDto[]> {
  const descendants = useAllGenerations(generationQueries.descendants(generation.id));
  return useMemo(() => matchSentenceTakes(descendants, sentences), [descendants, sentences]);
}
