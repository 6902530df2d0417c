"use client";

import { useEffect, useEffectEvent, useRef, useState, type RefObject } from "react";

/** What lies over the text at the ends of the window. */
const overlaySelector = { top: "[data-reader-bar]", bottom: "[data-player-bar]" } as const;

/** The part of the window in which text can be read, in CSS pixels from its top. */
interface ReadableBand {
  topPx: number;
  bottomPx: number;
}

function readableBand(): ReadableBand {
  const top = document.querySelector(overlaySelector.top)?.getBoundingClientRect();
  const bottom = document.querySelector(overlaySelector.bottom)?.getBoundingClientRect();
  return { topPx: top?.height ?? 0, bottomPx: bottom && bottom.height > 0 ? bottom.top : innerHeight };
}

const scrollingKeys = ["ArrowUp", "ArrowDown", "PageUp", "PageDown", "Home", "End", " "];

/** A sentence is brought back once it has left the part of the window in which one likes to read, to this place of it. */
const restShare = 0.22;
const comfortShare = 0.8;

/** How far to scroll so that a sentence is read with ease; 0 where it is. Pure. */
export function followDistancePx(
  sentence: { top: number; bottom: number },
  { topPx, bottomPx }: ReadableBand,
): number {
  const heightPx = bottomPx - topPx;
  const restPx = topPx + heightPx * restShare;
  const fits = sentence.bottom <= topPx + heightPx * comfortShare;
  // A sentence that is longer than the window is read from its beginning.
  const begins = sentence.top <= restPx + 2;
  return sentence.top >= topPx && (fits || begins) ? 0 : sentence.top - restPx;
}

function isInSight(sentence: { top: number; bottom: number }, { topPx, bottomPx }: ReadableBand): boolean {
  return sentence.bottom > topPx && sentence.top < bottomPx;
}

/**
 * Keeps the sentence that is heard in sight by scrolling the page. Whoever scrolls away from it is left alone until
 * they scroll it back into sight or ask for it.
 *
 * @returns whether the page follows now, and how to make it follow again
 */
export function useFollowSound(
  containerRef: RefObject<HTMLElement | null>,
  heard: number | null,
): { following: boolean; follow: () => void } {
  const [following, setFollowing] = useState(true);
  /** The page moves since this asked for it. */
  const ownScroll = useRef(false);

  function findHeard(): DOMRect | null {
    return containerRef.current?.querySelector("[aria-current]")?.getBoundingClientRect() ?? null;
  }

  function scrollToHeard(): void {
    const rect = findHeard();
    if (!rect) return;
    const root = document.documentElement;
    const wanted = scrollY + followDistancePx(rect, readableBand());
    const top = Math.round(Math.min(Math.max(0, wanted), root.scrollHeight - root.clientHeight));
    if (Math.abs(top - scrollY) < 1) return;
    ownScroll.current = true;
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    scrollTo({ top, behavior: calm ? "instant" : "smooth" });
  }

  const onScroll = useEffectEvent(() => {
    if (ownScroll.current) return;
    const rect = findHeard();
    if (rect) setFollowing(isInSight(rect, readableBand()));
  });
  const onScrollEnd = useEffectEvent(() => {
    const own = ownScroll.current;
    ownScroll.current = false;
    // What was out of sight is drawn only now and may be higher than it was thought to be.
    if (own && following) scrollToHeard();
  });
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    addEventListener("scroll", () => onScroll(), { signal, passive: true });
    addEventListener("scrollend", () => onScrollEnd(), { signal });
    // A hand on the page ends what this had begun.
    const take = () => (ownScroll.current = false);
    addEventListener("wheel", take, { signal, passive: true });
    addEventListener("touchmove", take, { signal, passive: true });
    addEventListener("keydown", ({ key }) => scrollingKeys.includes(key) && take(), { signal });
    return () => controller.abort();
  }, []);

  const onHeard = useEffectEvent(() => {
    if (following) scrollToHeard();
  });
  useEffect(() => {
    if (heard !== null) onHeard();
  }, [heard, following]);

  return { following, follow: () => setFollowing(true) };
}
