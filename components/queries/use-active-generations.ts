"use client";

import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { generationQueries } from "./generation-queries";
import { useAllGenerations } from "./use-all-generations";

/** The newest thousand are enough, also for someone with more active generations. */
export const maxActivePages = 10;

/** The person's generations that have not ended, newest first. */
export function useActiveGenerations(): readonly GenerationDto[] {
  return useAllGenerations(generationQueries.active(), maxActivePages);
}
