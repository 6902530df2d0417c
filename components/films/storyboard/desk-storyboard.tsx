"use client";

/** The shots as a list, on narrow screens. */
export function DeskStoryboard() {
  return null;
}
