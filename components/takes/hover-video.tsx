"use client";

import { useEffect, useRef, useState } from "react";
import type { OutputDto } from "@/lib/generations/read/generation-dto";
import { watchAttention } from "./watch-attention";

/**
 * Plays a video over its still, muted, while a mouse hovers over its row or the keyboard's focus is in it. Does nothing
 * with reduced motion, or in a browser that saves data.
 */
export function HoverVideo({ output }: { output: Pick<OutputDto, "url"> }) {
  const placeRef = useRef<HTMLSpanElement>(null);
  const [running, setRunning] = useState(false);
  const [shown, setShown] = useState(false);

  useEffect(() => {
    const around = placeRef.current?.closest("[data-row]");
    if (!around) return;
    return watchAttention(around, (isWanted) => {
      setRunning(isWanted);
      if (!isWanted) setShown(false);
    });
  }, []);

  return (
    <span ref={placeRef} aria-hidden className="pointer-events-none absolute inset-0">
      {running ? (
        <video
          src={output.url}
          muted
          loop
          autoPlay
          playsInline
          preload="auto"
          tabIndex={-1}
          onPlaying={() => setShown(true)}
          className={
            shown
              ? "size-full object-cover transition-opacity duration-180"
              : "size-full object-cover opacity-0"
          }
        />
      ) : null}
    </span>
  );
}
