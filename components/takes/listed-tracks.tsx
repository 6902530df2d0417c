"use client";

import { createContext, use, useMemo, type ReactNode } from "react";
import { listTracks, type Track } from "@/components/player/track";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";

const ListedTracksContext = createContext<(() => readonly Track[]) | null>(null);

/** Lets what plays from a list go on with what stands below it: asked for at the press, not at every drawing. */
export function ListedTracks({
  generations,
  children,
}: {
  generations: readonly GenerationDto[];
  children: ReactNode;
}) {
  const list = useMemo(() => {
    let tracks: Track[] | undefined;
    return () => (tracks ??= generations.flatMap(listTracks));
  }, [generations]);
  return <ListedTracksContext value={list}>{children}</ListedTracksContext>;
}

const none = () => [];

/** Every sound of the list around, in its order. */
export function useListedTracks(): () => readonly Track[] {
  return use(ListedTracksContext) ?? none;
}
