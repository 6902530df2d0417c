"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useGenerators } from "@/components/generators";
import type { LucideIcon } from "lucide-react";
import { flattenItems, itemQueries } from "@/components/queries/item-queries";
import { projectQueries } from "@/components/queries/project-queries";
import type { ItemDto } from "@/lib/items/item-dto";

export const binKinds = ["all", "video", "image", "score", "voice"] as const;
export type BinKind = (typeof binKinds)[number];
export type BinIcons = Record<Exclude<BinKind, "all">, LucideIcon>;

/** What a page of the bin needs to load the next one. */
export interface BinPages {
  items: readonly ItemDto[];
  isSuccess: boolean;
  isError: boolean;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
  refetch: () => unknown;
}

/** The items of a project, or of the whole library without one, by kind and words. */
export function useBinItems(projectId: string | null, kind: BinKind, q: string): BinPages {
  const generators = useGenerators();
  const isAudio = kind === "score" || kind === "voice";
  const sounds = generators
    .filter(
      ({ produces, readsAloud }) => produces === "sound" && (readsAloud !== undefined) === (kind === "voice"),
    )
    .map(({ id }) => id);
  const wanted = {
    ...(kind === "all" ? {} : { kind: isAudio ? ("audio" as const) : kind }),
    ...(isAudio ? { generator: sounds.join(",") } : {}),
    ...(q ? { q } : {}),
  };
  const ofProject = useInfiniteQuery({
    ...projectQueries.items(projectId ?? "", wanted),
    enabled: projectId !== null,
  });
  const ofLibrary = useInfiniteQuery({ ...itemQueries.list(wanted), enabled: projectId === null });
  if (projectId === null) return { ...pick(ofLibrary), items: flattenItems(ofLibrary.data) };
  return { ...pick(ofProject), items: ofProject.data?.pages.flatMap((page) => page.items) ?? [] };
}

const pick = ({
  isSuccess,
  isError,
  hasNextPage,
  isFetchingNextPage,
  isFetchNextPageError,
  fetchNextPage,
  refetch,
}: Omit<BinPages, "items">) => ({
  isSuccess,
  isError,
  hasNextPage,
  isFetchingNextPage,
  isFetchNextPageError,
  fetchNextPage: () => fetchNextPage(),
  refetch: () => refetch(),
});
