"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { flattenPages, wantsNextPage, type generationQueries } from "./generation-queries";

/** A complete list, or its first `maxPages` pages; loads further pages automatically. */
export function useAllGenerations(
  list: ReturnType<typeof generationQueries.list>,
  maxPages?: number,
): readonly GenerationDto[] {
  const query = useInfiniteQuery(list);
  const { data, fetchNextPage } = query;
  const wantsNext = wantsNextPage(query, maxPages);
  useEffect(() => {
    if (wantsNext) void fetchNextPage();
  }, [wantsNext, fetchNextPage]);
  return flattenPages(data);
}
