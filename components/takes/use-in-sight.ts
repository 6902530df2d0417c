"use client";

import { useEffect, useState, type RefObject } from "react";

/** What is scrolled past is not worth fetching or drawing: the page rests for so long before. */
const restMs = 200;
let scrolledAtMs = Number.NEGATIVE_INFINITY;
if (typeof window !== "undefined") {
  const options = { capture: true, passive: true };
  window.addEventListener("scroll", ({ timeStamp }) => (scrolledAtMs = timeStamp), options);
}

/** Whether an element is or was near the viewport while the page rested, so that its content is worth fetching. */
export function useInSight(ref: RefObject<Element | null>): boolean {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element || seen) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      const waitMs = scrolledAtMs + restMs - performance.now();
      if (waitMs <= 0) setSeen(true);
      else timer = setTimeout(look, waitMs);
    };
    const observer = new IntersectionObserver(
      ([entry]) => {
        clearTimeout(timer);
        if (entry?.isIntersecting) look();
      },
      { rootMargin: "400px 0px" },
    );
    observer.observe(element);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [ref, seen]);
  return seen;
}
