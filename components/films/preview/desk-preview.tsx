"use client";

/** The picture at the playhead, with its controls. */
export function DeskPreview() {
  return null;
}
