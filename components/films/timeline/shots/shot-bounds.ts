import type { PlacedShot } from "@/lib/films/lay-out-film";

/** Where the clip of a shot is drawn, in frames. Where two shots overlap, their clips meet in the middle, at the cut that one sees. */
export interface ClipBounds {
  left: number;
  right: number;
}

const overlapOf = (placed: PlacedShot | undefined): number => {
  const kind = placed?.shot.transition.kind;
  return kind === "fade" || kind === "wipe" ? placed!.transitionFrames : 0;
};

/** Pure. */
export function findBounds(placed: readonly PlacedShot[], index: number): ClipBounds {
  const { start, end } = placed[index]!;
  return { left: start + overlapOf(placed[index]) / 2, right: end - overlapOf(placed[index + 1]) / 2 };
}

/** The first and, exclusive, the last index of the shots that are seen between two frames. Pure. */
export function findShotsBetween(
  placed: readonly PlacedShot[],
  from: number,
  to: number,
): { first: number; last: number } {
  const first = findFirst(placed, ({ end }) => end >= from);
  return {
    first,
    last: Math.max(
      first,
      findFirst(placed, ({ start }) => start > to),
    ),
  };
}

/** A clip of its own, or shots that are too short at this scale to have one each. */
export type DrawnShots = { index: number } | { from: number; to: number };

/** How shots are drawn, from one index up to another: those narrower than `leastPx` that follow each other are one block. Pure. */
export function groupShots(
  placed: readonly PlacedShot[],
  { first, last, framePx, leastPx }: { first: number; last: number; framePx: number; leastPx: number },
): DrawnShots[] {
  const drawn: DrawnShots[] = [];
  for (let index = first; index < last; index += 1) {
    let end = index;
    while (end < last && placed[end]!.shot.frames * framePx < leastPx) end += 1;
    if (end - index < 2) drawn.push({ index });
    else {
      drawn.push({ from: index, to: end });
      index = end - 1;
    }
  }
  return drawn;
}

/** Before which shot something is dropped: the number of shots whose middle is before a frame. Pure. */
export function findDropIndex(placed: readonly PlacedShot[], frame: number): number {
  return findFirst(placed, ({ index }) => {
    const { left, right } = findBounds(placed, index);
    return (left + right) / 2 > frame;
  });
}

/** The next or previous frame at which a shot begins, or the film ends; null where there is none. Pure. */
export function findCut(placed: readonly PlacedShot[], frame: number, direction: -1 | 1): number | null {
  const cuts = [...placed.map(({ start }) => start), ...(placed.length > 0 ? [placed.at(-1)!.end - 1] : [])];
  const found = direction > 0 ? cuts.find((cut) => cut > frame) : cuts.findLast((cut) => cut < frame);
  return found ?? null;
}

/** The first index that holds, where all behind it hold as well; the length if none does. */
function findFirst(placed: readonly PlacedShot[], holds: (placed: PlacedShot) => boolean): number {
  let [low, high] = [0, placed.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(placed[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
}
