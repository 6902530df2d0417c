"use client";

import { useEffect, useState, type RefObject } from "react";
import { whenRested } from "./use-rested";

/** Whether an element is or was near the viewport while the page rested, so that its content is worth fetching. */
export function useInSight(ref: RefObject<Element | null>): boolean {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element || seen) return;
    let cancel = () => {};
    const observer = new IntersectionObserver(
      ([entry]) => {
        cancel();
        if (entry?.isIntersecting) cancel = whenRested(() => setSeen(true));
      },
      { rootMargin: "400px 0px" },
    );
    observer.observe(element);
    return () => {
      cancel();
      observer.disconnect();
    };
  }, [ref, seen]);
  return seen;
}
