/** Bytes of a stream that came past the database, until their turn comes. */
export interface HeardPieces {
  add(offset: number, bytes: Uint8Array): void;
  /** The bytes that follow on `offset` without a gap; forgets everything before it. */
  take(offset: number): Uint8Array[];
  /** Whether there is a byte at `offset`. */
  has(offset: number): boolean;
  /** Whether there is something, but what comes before it is missing. */
  isAhead(offset: number): boolean;
}

/** A listener who is further behind reads from the database. */
const maxHeardBytes = 1024 * 1024;

export function createHeardPieces(maxBytes = maxHeardBytes): HeardPieces {
  let pieces: { offset: number; end: number; bytes: Uint8Array }[] = [];
  let byteCount = 0;

  const covers = (offset: number) => pieces.some((piece) => piece.offset <= offset && offset < piece.end);

  function forget(): void {
    pieces = [];
    byteCount = 0;
  }

  return {
    add(offset, bytes) {
      if (byteCount + bytes.byteLength > maxBytes) forget();
      pieces.push({ offset, end: offset + bytes.byteLength, bytes });
      byteCount += bytes.byteLength;
    },
    take(offset) {
      const taken: Uint8Array[] = [];
      let at = offset;
      // A resent piece may overlap with what came before.
      for (const { offset: start, end, bytes } of pieces.toSorted(
        (one, other) => one.offset - other.offset,
      )) {
        if (start > at) break;
        if (end <= at) continue;
        taken.push(bytes.subarray(at - start));
        at = end;
      }
      pieces = pieces.filter(({ end }) => end > at);
      byteCount = pieces.reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
      return taken;
    },
    has: covers,
    isAhead: (offset) => !covers(offset) && pieces.some((piece) => piece.offset > offset),
  };
}
