"use client";

/** What can go into the film: the items of its project or the library. */
export function DeskBin() {
  return null;
}
