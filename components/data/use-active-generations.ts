"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { GenerationDto } from "@/lib/generations/generation-dto";
import { flattenPages, generationQueries, wantsNextActivePage } from "./generation-queries";

/** All of the person's own that has not ended, newest first; what does not fit on the first page comes in by itself. */
export function useActiveGenerations(): GenerationDto[] {
  const query = useInfiniteQuery(generationQueries.active());
  const { fetchNextPage } = query;
  const wantsNext = wantsNextActivePage(query);
  useEffect(() => {
    if (wantsNext) void fetchNextPage();
  }, [wantsNext, fetchNextPage]);
  return flattenPages(query.data);
}
