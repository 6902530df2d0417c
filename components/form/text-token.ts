/** A stretch of a text that means something to the service; offsets in UTF-16 units. */
export interface TextToken {
  from: number;
  to: number;
  /** What it is, for its look: `pause`, `tone`, `section`. */
  kind: string;
  /** Why the service would refuse it where it stands. */
  problem?: string | undefined;
  /** Where it would not: what is likely not meant as it is written. */
  advice?: string | undefined;
  /** What could stand in its place. */
  fix?: string | undefined;
  /** What it stands for, shown behind it: no part of the text. */
  gloss?: string | undefined;
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

/** The one stretch in which two texts differ: what stands around it may stay as it is. */
export function findDifference(before: string, after: string): { from: number; to: number; insert: string } {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  // Never between the two halves of a character.
  if (isLeading(before.charCodeAt(head - 1)) || isLeading(after.charCodeAt(head - 1))) head -= 1;
  if (tail > 0 && isTrailing(before.charCodeAt(before.length - tail))) tail -= 1;
  return { from: head, to: before.length - tail, insert: after.slice(head, after.length - tail) };
}

function isLeading(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isTrailing(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

/** A text with the fixes of its tokens in their place. */
export function applyFixes(text: string, tokens: readonly TextToken[]): string {
  let fixed = "";
  let at = 0;
  for (const { from, to, fix } of tokens) {
    if (fix === undefined) continue;
    fixed += text.slice(at, from) + fix;
    at = to;
  }
  return fixed + text.slice(at);
}
