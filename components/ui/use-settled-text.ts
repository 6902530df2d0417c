"use client";

import { useEffect, useState } from "react";

/** The trimmed text of a search field, once nothing has been typed for `delayMs`. */
export function useSettledText(text: string, delayMs: number): string {
  const [settled, setSettled] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text.trim()), delayMs);
    return () => clearTimeout(timer);
  }, [text, delayMs]);
  return settled;
}
