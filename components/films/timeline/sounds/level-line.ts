import { level as levels, type SoundPiece } from "@/lib/films/film-document";
import { toGain } from "@/lib/films/plan-sound";
import { clamp } from "../time-scale";

type Points = SoundPiece["points"];

/** What is drawn at the top of a lane. Louder levels are drawn there as well. */
const topDecibels = 6;
const topGain = toGain(topDecibels);

/** How high a gain is drawn, from 0 to 1: as its root, so that quiet music still shows. Pure. */
export function gainToShare(gain: number): number {
  return clamp(Math.sqrt(Math.max(0, gain) / topGain), 0, 1);
}

/** The level that is drawn at a height. Pure. */
export function shareToDecibels(share: number): number {
  if (share <= 0) return levels.min;
  return clamp(20 * Math.log10(share ** 2 * topGain), levels.min, topDecibels);
}

/** A line with one more point, at a moment; where there is one already, it moves to the level. Pure. */
export function addPoint(points: Points, ms: number, level: number): Points {
  const at = Math.round(ms);
  const rest = points.filter((point) => point.ms !== at);
  return [...rest, { ms: at, level: clampLevel(level) }].toSorted((one, other) => one.ms - other.ms);
}

/** A line whose point moves, no further than to its neighbours and the ends of its piece. Pure. */
export function movePoint(
  points: Points,
  index: number,
  { ms, level }: { ms: number; level: number },
  lengthMs: number,
): Points {
  const least = index === 0 ? 0 : points[index - 1]!.ms + 1;
  const most = index === points.length - 1 ? lengthMs : points[index + 1]!.ms - 1;
  return points.with(index, {
    ms: clamp(Math.round(ms), least, Math.max(least, most)),
    level: clampLevel(level),
  });
}

/** To tenths of a decibel. */
const clampLevel = (level: number) => clamp(Math.round(level * 10) / 10, levels.min, levels.max);
