/** A range of a text with a meaning to the service. Offsets are UTF-16 units. */
export interface TextToken {
  from: number;
  to: number;
  /** Selects its style: `pause`, `tone`, `section`. */
  kind: string;
  /** Why the service would refuse the token at this place. */
  problem?: string | undefined;
  /** For a valid token: why it is probably not what the person meant. */
  advice?: string | undefined;
  /** A text to replace it with. */
  fix?: string | undefined;
  /** Its meaning, shown behind the token; not part of the text. */
  gloss?: string | undefined;
}

/** Finds the tokens of a text, in order and without overlaps. Runs on every change: keep it linear. */
export type FindTokens = (text: string) => readonly TextToken[];

export interface TextSelection {
  from: number;
  to: number;
}

/**
 * Whether a token is still being typed: the caret is in it, or behind it with only blanks between. Its problems are not
 * shown yet.
 */
export function isBeingWritten(
  token: TextToken,
  text: { slice(from: number, to: number): string },
  caret: number,
): boolean {
  if (caret < token.from) return false;
  return caret <= token.to || text.slice(token.to, caret).trim() === "";
}

/** Returns the index of the first token that ends at or behind an offset; the length of the list if there is none. */
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

/** Returns the text on either side of a selection, up to the neighbouring tokens: the place for a new token. */
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

/** Returns the one range in which two texts differ, so that an editor keeps the rest. */
export function findDifference(before: string, after: string): { from: number; to: number; insert: string } {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  // Never splits a surrogate pair.
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

/** Replaces every token that has a fix. */
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
