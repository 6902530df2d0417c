import type { Peaks } from "@/components/player/peaks";
import { gainToShare } from "./level-line";

/** Width of a bar with the gap to the next one, in CSS pixels. */
export const barStepPx = 4;
/** Sounds whose loudest level is below this (of 255) are not drawn in full height. */
const quietestFull = 48;

/** The loudest level of a sound, as `quietestFull` allows. Pure. */
export function findFullLevel({ levels }: Peaks): number {
  let loudest = quietestFull;
  for (let index = 0; index < levels.length; index += 1) loudest = Math.max(loudest, levels[index]!);
  return loudest;
}

interface WaveOptions {
  peaks: Peaks;
  /** Of the whole sound. */
  full: number;
  /** Where the piece begins in its sound, in seconds. */
  from: number;
  pxPerSecond: number;
  gainAt: (ms: number) => number;
}

/** How high the bars of a piece are, from 0 to 1, as it is heard: from a bar up to another one. Pure. */
export function listBars(
  { peaks, full, from, pxPerSecond, gainAt }: WaveOptions,
  first: number,
  last: number,
): number[] {
  const { levels, durationSeconds } = peaks;
  const perSecond = levels.length / durationSeconds;
  const stepSeconds = barStepPx / pxPerSecond;
  return Array.from({ length: Math.max(0, last - first) }, (_, index) => {
    const at = (first + index) * stepSeconds;
    const begin = Math.floor((from + at) * perSecond);
    const end = Math.max(begin + 1, Math.ceil((from + at + stepSeconds) * perSecond));
    let highest = 0;
    for (let each = Math.max(0, begin); each < end && each < levels.length; each += 1) {
      highest = Math.max(highest, levels[each]!);
    }
    return (highest / full) * gainToShare(gainAt((at + stepSeconds / 2) * 1_000));
  });
}
