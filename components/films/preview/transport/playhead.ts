import type { FilmDesk } from "../../desk/film-desk";

/** Moves the playhead by frames; playback pauses. */
export function stepFrames(desk: FilmDesk, frames: number): void {
  desk.setPlaying(false);
  desk.seek(desk.read().frame + frames);
}

/** Moves the playhead to the cut before it or after it: where shots begin, and the last frame. */
export function stepCut(desk: FilmDesk, direction: -1 | 1): void {
  const { frame } = desk.read();
  const starts = desk.placed.map(({ start }) => start);
  const before = starts.findLast((start) => start < frame) ?? 0;
  const after = starts.find((start) => start > frame) ?? desk.frames - 1;
  desk.seek(direction < 0 ? before : after);
}

export function togglePlaying(desk: FilmDesk): void {
  if (desk.frames > 0) desk.setPlaying(!desk.read().isPlaying);
}

/** A position as a clock with frames: 0:14.07 is frame 7 of second 14. */
export function splitPosition(frame: number, frameRate: number): { seconds: number; frames: string } {
  return {
    seconds: Math.floor(frame / frameRate),
    frames: String(frame % frameRate).padStart(2, "0"),
  };
}
