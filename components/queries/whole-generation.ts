"use client";

import { useQuery, useQueryClient, type InfiniteData, type QueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { GenerationDto, GenerationPage } from "@/lib/generations/read/generation-dto";
import { isShortened } from "@/lib/generations/read/shorten-generation";
import { flattenPages, generationQueries } from "./generation-queries";

/** A generation with its whole input; until that is loaded, with the beginnings of its texts. */
export function useWholeGeneration(generation: GenerationDto): GenerationDto {
  const isShort = isShortened(generation);
  const { data } = useQuery({ ...generationQueries.detail(generation.id), enabled: isShort });
  return isShort && data ? { ...generation, input: data.input } : generation;
}

/** Returns a function that loads the whole input of a generation; it rejects if the studio cannot be reached. */
export function useLoadInput(): (generation: GenerationDto) => Promise<GenerationDto["input"]> {
  const client = useQueryClient();
  return useCallback(
    async (generation) =>
      isShortened(generation)
        ? (await client.fetchQuery(generationQueries.detail(generation.id))).input
        : generation.input,
    [client],
  );
}

/** Loads the lists again that the page got with shortened inputs, so that these can be used offline, too. */
export function refetchShortened(client: QueryClient): void {
  void client.invalidateQueries({
    queryKey: generationQueries.lists,
    predicate: ({ state }) =>
      flattenPages(state.data as InfiniteData<GenerationPage> | undefined).some(isShortened),
  });
}
