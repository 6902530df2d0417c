"use client";

import { useState } from "react";

/** `fit` shows the whole picture; a number is CSS pixels per pixel of the picture. */
export type Zoom = "fit" | 1 | 2 | 4;

const steps: readonly Zoom[] = ["fit", 1, 2, 4];

/** The next zoom level in or out, up to the ends. */
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
