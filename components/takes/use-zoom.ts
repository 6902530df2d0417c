"use client";

import { useState } from "react";

/** `fit`: the whole picture in sight; else how many CSS pixels one pixel of the picture takes. */
export type Zoom = "fit" | 1 | 2 | 4;

const steps: readonly Zoom[] = ["fit", 1, 2, 4];

/** The next step in or out, staying at the ends. */
export function stepZoom(zoom: Zoom, direction: 1 | -1): Zoom {
  return steps[steps.indexOf(zoom) + direction] ?? zoom;
}

export function useZoom() {
  const [zoom, setZoom] = useState<Zoom>("fit");
  return {
    zoom,
    zoomIn: () => setZoom((before) => stepZoom(before, 1)),
    zoomOut: () => setZoom((before) => stepZoom(before, -1)),
    toggle: () => setZoom((before) => (before === "fit" ? 1 : "fit")),
    reset: () => setZoom("fit"),
  };
}
