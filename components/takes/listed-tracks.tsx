"use client";

import { createContext, use, useEffect, useRef, useState, type ReactNode } from "react";
import { listTracks, type Track } from "@/components/player/track";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";

const ListedTracksContext = createContext<(() => readonly Track[]) | null>(null);

/** Lets playback continue with the sounds further down the list. Read at the press, not at every render. */
export function ListedTracks({
  generations,
  children,
}: {
  generations: readonly GenerationDto[];
  children: ReactNode;
}) {
  const latest = useRef(generations);
  useEffect(() => {
    latest.current = generations;
  }, [generations]);
  // The same function for every list, so that a new list does not render every sound again.
  const [list] = useState(() => () => latest.current.flatMap(listTracks));
  return <ListedTracksContext value={list}>{children}</ListedTracksContext>;
}

const none = () => [];

/** Every sound of the surrounding list, in order. */
export function useListedTracks(): () => readonly Track[] {
  return use(ListedTracksContext) ?? none;
}
