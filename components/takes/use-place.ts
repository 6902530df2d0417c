"use client";

import { useLayoutEffect, useState, type RefObject } from "react";

/** Width of an element and its distance from the top of the page, in CSS pixels. */
interface Place {
  widthPx: number;
  offsetPx: number;
}

/** Measures an element whenever the window or the content above it changes. */
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
