const mostRows = 4;

/** The row of each clip of a track, so that those that sound at once lie below each other; the last row takes the rest. Pure. */
export function stackClips(clips: readonly { id: string; atMs: number; lengthMs: number }[]): {
  rows: ReadonlyMap<string, number>;
  count: number;
} {
  const ends: number[] = [];
  const rows = new Map<string, number>();
  for (const { id, atMs, lengthMs } of clips.toSorted((one, other) => one.atMs - other.atMs)) {
    const free = ends.findIndex((end) => end <= atMs);
    const row = free >= 0 ? free : Math.min(ends.length, mostRows - 1);
    ends[row] = Math.max(ends[row] ?? 0, atMs + lengthMs);
    rows.set(id, row);
  }
  return { rows, count: Math.max(1, ends.length) };
}
