"use client";

import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from "react";
import { writePreferenceCookie } from "@/lib/appearance/preference-cookies";
import type { RememberedWidth } from "@/lib/appearance/remembered-width";

/** Calls back now, and whenever the window or the content above the element changes. */
function watchPlace(element: HTMLElement, onChange: () => void): () => void {
  onChange();
  const observer = new ResizeObserver(onChange);
  observer.observe(document.body);
  observer.observe(element);
  return () => observer.disconnect();
}

/** The distance of an element from the top of the page in CSS pixels; 0 until it is measured. */
export function useOffset(ref: RefObject<HTMLElement | null>): number {
  const [offsetPx, setOffset] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    return watchPlace(element, () => setOffset(element.getBoundingClientRect().top + window.scrollY));
  }, [ref]);
  return offsetPx;
}

/** Longer than the steps of a window that is being resized. */
const settledMs = 400;

/**
 * The width of an element in CSS pixels, kept for the next page.
 *
 * @param remembered what the server laid the page out for; the width is 0 without it until the element is measured
 */
export function useWidth(ref: RefObject<HTMLElement | null>, remembered?: RememberedWidth): number {
  const [widthPx, setWidth] = useState(remembered?.widthPx ?? 0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    return watchPlace(element, () => setWidth(element.getBoundingClientRect().width));
  }, [ref]);

  const cookie = remembered?.cookie;
  const writtenPx = useRef(remembered?.widthPx);
  useEffect(() => {
    if (!cookie || widthPx === 0 || widthPx === writtenPx.current) return;
    const timer = setTimeout(() => {
      writtenPx.current = widthPx;
      writePreferenceCookie(cookie, String(widthPx));
    }, settledMs);
    return () => clearTimeout(timer);
  }, [cookie, widthPx]);
  return widthPx;
}
