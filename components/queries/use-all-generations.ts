"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { flattenPages, wantsNextPage, type generationQueries } from "./generation-queries";

/** A complete list, or its first `maxPages` pages; loads further pages automatically. */
export function useAllGenerations(
  list: ReturnType<typeof generationQueries.list>,
  maxPages?: number,
): GenerationDto[] {
  const query = useInfiniteQuery(list);
  const { data, fetchNextPage } = query;
  const wantsNext = wantsNextPage(query, maxPages);
  useEffect(() => {
    if (wantsNext) void fetchNextPage();
  }, [wantsNext, fetchNextPage]);
  return useMemo(() => flattenPages(data), [data]);
}
