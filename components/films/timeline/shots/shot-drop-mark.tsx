import type { PlacedShot } from "@/lib/films/lay-out-film";
import { originPx } from "../time-scale";
import { findBounds } from "./shot-bounds";

interface ShotDropMarkProps {
  /** Of the shot before which something is dropped. */
  index: number;
  placed: readonly PlacedShot[];
  framePx: number;
}

/** A line at the cut where what is dragged will be. */
export function ShotDropMark({ index, placed, framePx }: ShotDropMarkProps) {
  const frame =
    index < placed.length
      ? findBounds(placed, index).left
      : placed.length > 0
        ? findBounds(placed, placed.length - 1).right
        : 0;
  return (
    <div
      aria-hidden
      data-drop-mark={index}
      className="pointer-events-none absolute -inset-y-1 z-20 -ml-px w-0.75 rounded-full bg-hue"
      style={{ left: originPx + frame * framePx }}
    />
  );
}
