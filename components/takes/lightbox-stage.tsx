"use client";

import { useEffect, useRef, useState, type PointerEvent } from "react";
import { classNames } from "@/components/ui/class-names";
import type { OutputDto } from "@/lib/generations/read/generation-dto";
import type { Zoom } from "./use-zoom";

interface LightboxStageProps {
  output: OutputDto;
  /** Preloaded, so that the next one appears immediately. */
  neighbours: readonly (OutputDto | undefined)[];
  alt: string;
  zoom: Zoom;
  onToggleZoom: () => void;
  /** Called on a horizontal swipe. */
  onSwipe: (direction: 1 | -1) => void;
}

/** The minimum swipe in CSS pixels, and by how much it must be more horizontal than vertical. */
const swipeDistancePx = 48;
const swipeSlant = 1.5;

/** The picture: fitted to the stage, or larger and moved by scrolling and dragging. */
export function LightboxStage({ output, neighbours, alt, zoom, onToggleZoom, onSwipe }: LightboxStageProps) {
  const scrollRef = useRef<HTMLDivElement>(null);
  const pressRef = useRef<{ x: number; y: number; left: number; top: number; moved: boolean } | null>(null);
  const [loaded, setLoaded] = useState(false);
  const { width = 1, height = 1, url } = output;

  useEffect(() => {
    for (const neighbour of neighbours) {
      if (neighbour?.mimeType.startsWith("image/")) new Image().src = neighbour.url;
    }
  }, [neighbours]);

  useEffect(() => {
    const scroller = scrollRef.current;
    if (!scroller || zoom === "fit") return;
    // Grows from the middle.
    scroller.scrollTo({
      left: (scroller.scrollWidth - scroller.clientWidth) / 2,
      top: (scroller.scrollHeight - scroller.clientHeight) / 2,
    });
  }, [zoom]);

  function press(event: PointerEvent) {
    const scroller = scrollRef.current;
    if (!scroller || event.button !== 0) return;
    pressRef.current = {
      x: event.clientX,
      y: event.clientY,
      left: scroller.scrollLeft,
      top: scroller.scrollTop,
      moved: false,
    };
  }

  function move(event: PointerEvent) {
    const start = pressRef.current;
    const scroller = scrollRef.current;
    if (!start || !scroller) return;
    const x = event.clientX - start.x;
    const y = event.clientY - start.y;
    if (Math.hypot(x, y) > 4) start.moved = true;
    // Touch scrolls natively.
    if (zoom !== "fit" && event.pointerType === "mouse") scroller.scrollTo(start.left - x, start.top - y);
  }

  function release(event: PointerEvent) {
    const start = pressRef.current;
    pressRef.current = null;
    if (!start) return;
    const x = event.clientX - start.x;
    const y = event.clientY - start.y;
    if (zoom === "fit" && Math.abs(x) > swipeDistancePx && Math.abs(x) > Math.abs(y) * swipeSlant) {
      onSwipe(x < 0 ? 1 : -1);
    } else if (!start.moved) {
      onToggleZoom();
    }
  }

  return (
    <div
      ref={scrollRef}
      onPointerDown={press}
      onPointerMove={move}
      onPointerUp={release}
      onPointerCancel={() => (pressRef.current = null)}
      className={classNames(
        "absolute inset-0 grid select-none",
        zoom === "fit"
          ? "cursor-zoom-in touch-pan-y place-items-center overflow-hidden p-4 md:p-6"
          : "cursor-grab overflow-auto active:cursor-grabbing",
      )}
    >
      {/* The picture as it is stored; its thumbnail, there already, stands in until it has come. */}
      <img
        src={url}
        alt={alt}
        width={width}
        height={height}
        draggable={false}
        onLoad={() => setLoaded(true)}
        style={{
          ...(loaded ? {} : { backgroundImage: `url("${url}?width=640")` }),
          ...(zoom === "fit" ? {} : { width: width * zoom, height: height * zoom }),
        }}
        className={classNames(
          "bg-cover",
          zoom === "fit"
            ? "max-h-full min-h-0 w-auto max-w-full min-w-0 object-contain"
            : "m-auto max-w-none",
        )}
      />
    </div>
  );
}
