"use client";

import { createContext, use, useEffect, useRef, useState, type ReactNode } from "react";
import type { Track } from "@/components/player/track";

const ListedTracksContext = createContext<(() => readonly Track[]) | null>(null);

/** Lets playback continue with the sounds further down the list. Read at the press, not at every render. */
export function ListedTracks<Item>({
  items,
  toTracks,
  children,
}: {
  items: readonly Item[];
  /** Always the same function. */
  toTracks: (item: Item) => readonly Track[];
  children: ReactNode;
}) {
  const latest = useRef({ items, toTracks });
  useEffect(() => {
    latest.current = { items, toTracks };
  }, [items, toTracks]);
  // The same function for every list, so that a new list does not render every sound again.
  const [list] = useState(() => () => latest.current.items.flatMap(latest.current.toTracks));
  return <ListedTracksContext value={list}>{children}</ListedTracksContext>;
}

const none = () => [];

/** Every sound of the surrounding list, in order. */
export function useListedTracks(): () => readonly Track[] {
  return use(ListedTracksContext) ?? none;
}
