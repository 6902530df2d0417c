"use client";

import { useEffect, useRef, useState } from "react";
import type { OutputDto } from "@/lib/generations/read/generation-dto";

/** The pointer must rest this long, so that passing over does nothing. */
const restMs = 180;
const wanted = "(hover: hover) and (pointer: fine) and (prefers-reduced-motion: no-preference)";

/**
 * Plays a video over its still, muted, while a mouse hovers over its row. Does nothing on touch screens and with reduced
 * motion.
 */
export function HoverVideo({ output }: { output: Pick<OutputDto, "url"> }) {
  const placeRef = useRef<HTMLSpanElement>(null);
  const [running, setRunning] = useState(false);
  const [shown, setShown] = useState(false);

  useEffect(() => {
    const around = placeRef.current?.closest("[data-row]");
    if (!around) return;
    const controller = new AbortController();
    const { signal } = controller;
    let timer: ReturnType<typeof setTimeout> | undefined;
    around.addEventListener(
      "pointerenter",
      (event) => {
        if ((event as PointerEvent).pointerType !== "mouse" || !matchMedia(wanted).matches) return;
        clearTimeout(timer);
        timer = setTimeout(() => setRunning(true), restMs);
      },
      { signal },
    );
    around.addEventListener(
      "pointerleave",
      () => {
        clearTimeout(timer);
        setRunning(false);
        setShown(false);
      },
      { signal },
    );
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
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
