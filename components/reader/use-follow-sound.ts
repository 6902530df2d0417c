"use client";

import { useEffect, useEffectEvent, useRef, useState, type RefObject } from "react";

/** Bars that cover the text at the edges of the window. */
const overlaySelector = { top: "[data-reader-bar]", bottom: "[data-player-bar]" } as const;

/** The part of the window where text is readable, in CSS pixels from the top. */
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

/** A sentence that leaves the comfortable part of the window is scrolled back to this position. */
const restShare = 0.22;
const comfortShare = 0.8;

/** Returns how far to scroll for a sentence to be readable; 0 if it is. */
export function followDistancePx(
  sentence: { top: number; bottom: number },
  { topPx, bottomPx }: ReadableBand,
): number {
  const heightPx = bottomPx - topPx;
  const restPx = topPx + heightPx * restShare;
  const fits = sentence.bottom <= topPx + heightPx * comfortShare;
  // A sentence longer than the window is shown from its start.
  const begins = sentence.top <= restPx + 2;
  return sentence.top >= topPx && (fits || begins) ? 0 : sentence.top - restPx;
}

function isInSight(sentence: { top: number; bottom: number }, { topPx, bottomPx }: ReadableBand): boolean {
  return sentence.bottom > topPx && sentence.top < bottomPx;
}

/**
 * Scrolls the page to keep the spoken sentence visible. Stops when the person scrolls away, until they scroll back or
 * ask for it.
 *
 * @returns whether the page follows, and how to resume
 */
export function useFollowSound(
  containerRef: RefObject<HTMLElement | null>,
  spoken: number | null,
): { following: boolean; follow: () => void } {
  const [following, setFollowing] = useState(true);
  /** The page is being scrolled by this hook. */
  const isScrolling = useRef(false);

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
    isScrolling.current = true;
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    scrollTo({ top, behavior: calm ? "instant" : "smooth" });
  }

  const onScroll = useEffectEvent(() => {
    if (isScrolling.current) return;
    const rect = findHeard();
    if (rect) setFollowing(isInSight(rect, readableBand()));
  });
  const onScrollEnd = useEffectEvent(() => {
    const wasScrolling = isScrolling.current;
    isScrolling.current = false;
    // Rendering what was off-screen may change its height.
    if (wasScrolling && following) scrollToHeard();
  });
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    addEventListener("scroll", () => onScroll(), { signal, passive: true });
    addEventListener("scrollend", () => onScrollEnd(), { signal });
    // A scroll by the person cancels this one.
    const cancelScroll = () => (isScrolling.current = false);
    addEventListener("wheel", cancelScroll, { signal, passive: true });
    addEventListener("touchmove", cancelScroll, { signal, passive: true });
    addEventListener("keydown", ({ key }) => scrollingKeys.includes(key) && cancelScroll(), { signal });
    return () => controller.abort();
  }, []);

  const followSpoken = useEffectEvent(() => {
    if (following) scrollToHeard();
  });
  useEffect(() => {
    if (spoken !== null) followSpoken();
  }, [spoken, following]);

  return { following, follow: () => setFollowing(true) };
}
