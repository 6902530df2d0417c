"use client";

import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { generationQueries } from "./generation-queries";
import { useAllGenerations } from "./use-all-generations";

/** Somebody with more under way than ten pages is told of the newest thousand. */
export const maxActivePages = 10;

/** All of the person's own that has not ended, newest first. */
export function useActiveGenerations(): GenerationDto[] {
  return useAllGenerations(generationQueries.active(), maxActivePages);
}
