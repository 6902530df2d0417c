"use client";

import { useLayoutEffect, useState, type RefObject } from "react";

/** Where an element stands in the page: how wide it is and how far below the page's top, in CSS pixels. */
export interface Place {
  widthPx: number;
  offsetPx: number;
}

/** Follows an element as the window changes, and as what stands above it grows and shrinks. */
export function usePlace(ref: RefObject<HTMLElement | null>): Place {
  const [place, setPlace] = useState<Place>({ widthPx: 0, offsetPx: 0 });
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    function measure() {
      if (!element) return;
      const { width, top } = element.getBoundingClientRect();
      const next = { widthPx: width, offsetPx: top + window.scrollY };
      setPlace((before) =>
        before.widthPx === next.widthPx && before.offsetPx === next.offsetPx ? before : next,
      );
    }
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return place;
}
