import type { Comparison } from "./player-state";
import type { Track } from "./track";

/** Two tracks as A and B: the older one is A, as is the original of a cover, and what is heard now where that cannot be told. Pure. */
export function orderComparison(current: Track, other: Track): Comparison {
  return isOlder(other, current) ? { a: other, b: current } : { a: current, b: other };
}

function isOlder(left: Track, right: Track): boolean {
  // What was brought along was there before what was made of it.
  if (left.generationId === undefined && right.generationId !== undefined) return true;
  if (left.createdAt === undefined || right.createdAt === undefined) return false;
  if (left.generationId === right.generationId) return left.outputIndex < right.outputIndex;
  return Date.parse(left.createdAt) < Date.parse(right.createdAt);
}
