/** A stretch of a text that means something to the service; offsets in UTF-16 units. */
export interface TextToken {
  from: number;
  to: number;
  /** What it is, for its look: `pause`, `tone`, `section`. */
  kind: string;
  /** Why the service would refuse it where it stands. */
  problem?: string | undefined;
}

/** Finds the tokens of a text, in order and without overlaps. Called for every change: keep it linear. */
export type FindTokens = (text: string) => readonly TextToken[];

export interface TextSelection {
  from: number;
  to: number;
}

/**
 * Whether a token is still being written: the caret is in it, or behind it with nothing but blanks between. What it
 * lacks may be the very next letter, so nobody is told of it yet.
 */
export function isBeingWritten(
  token: TextToken,
  text: { slice(from: number, to: number): string },
  caret: number,
): boolean {
  if (caret < token.from) return false;
  return caret <= token.to || text.slice(token.to, caret).trim() === "";
}

/** The first token that ends at or behind an offset; the length of the list where there is none. */
export function indexOfTokenAt(tokens: readonly TextToken[], offset: number): number {
  let low = 0;
  let high = tokens.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (tokens[middle]!.to < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** What lies on either side of an offset, up to the tokens next to it: where a new token would stand. */
export function findSurroundings(
  text: string,
  tokens: readonly TextToken[],
  { from, to }: TextSelection,
): { before: string; after: string; isFirst: boolean; isLast: boolean } {
  const previous = tokens.findLast((token) => token.to <= from);
  const next = tokens.find((token) => token.from >= to);
  return {
    before: text.slice(previous?.to ?? 0, from),
    after: text.slice(to, next?.from ?? text.length),
    isFirst: previous === undefined,
    isLast: next === undefined,
  };
}
