"use client";

/** The film over time: shots, voice, music, effects and captions. */
export function DeskTimeline() {
  return null;
}
