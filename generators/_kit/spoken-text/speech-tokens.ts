import { findSurroundings, type TextSelection, type TextToken } from "@/components/form/text-token";
import {
  isPronounceable,
  listPauseMarkers,
  PAUSE_SECONDS,
  type PauseMarkerProblem,
  TONE_TAGS,
} from "@/lib/service/contract/speech-marks";

interface SpeechTokenWords {
  pause: (problem: PauseMarkerProblem) => string;
  /** Why the model takes no tone tags; undefined where it does. */
  toneRefusal?: string | undefined;
}

const toneTag = new RegExp(String.raw`\((?:${TONE_TAGS.map((tag) => tag.slice(1, -1)).join("|")})\)`, "g");

/**
 * Pause markers and tone tags of a text (service.md "Asynchronous speech synthesis request", Text rules 1 and 2), each
 * with the first rule that it breaks.
 *
 * @param words without it, tone tags are words like any other, as in synchronous speech
 */
export function findSpeechTokens(
  text: string,
  words: SpeechTokenWords,
  { toneTags }: { toneTags: boolean },
): TextToken[] {
  const pauses = listPauseMarkers(text).map(({ from, to, problems: [problem] }): TextToken => {
    return { from, to, kind: "pause", problem: problem && words.pause(problem) };
  });
  if (!toneTags) return pauses;
  const tones = [...text.matchAll(toneTag)].map(({ index, 0: tag }): TextToken => {
    return { from: index, to: index + tag.length, kind: "tone", problem: words.toneRefusal };
  });
  return [...pauses, ...tones].sort((a, b) => a.from - b.from);
}

/** A pause marker of a length in seconds, written as short as it can be; null when no marker can say it. */
export function writePauseMarker(seconds: number): string | null {
  const rounded = Number(seconds.toFixed(PAUSE_SECONDS.decimals));
  const fits =
    Math.abs(rounded - seconds) < 1e-9 && rounded >= PAUSE_SECONDS.min && rounded <= PAUSE_SECONDS.max;
  return fits ? `<#${rounded}#>` : null;
}

/** Where a pause may be written: in place of a range, or not at all. */
type PausePlace =
  | { range: TextSelection; changes: boolean }
  | { refusal: "nothing-before" | "nothing-after" | "next-to-pause" };

/**
 * Where a pause goes that is asked for at a selection: in place of the marker that the selection lies in, else at the
 * selection, which needs something pronounceable on either side (Text rules 2). Behind the last word it may stand, since
 * a text that is being written goes on.
 */
export function findPausePlace(
  text: string,
  tokens: readonly TextToken[],
  selection: TextSelection,
): PausePlace {
  const inside = tokens.find(
    ({ from, to }) => from <= selection.from && selection.to <= to && isWithin(from, to),
  );
  if (inside?.kind === "pause") return { range: inside, changes: true };
  const range = inside ? { from: inside.to, to: inside.to } : selection;

  const pauses = tokens.filter(({ kind }) => kind === "pause");
  const { before, after, isFirst, isLast } = findSurroundings(text, pauses, range);
  if (!isPronounceable(before)) return { refusal: isFirst ? "nothing-before" : "next-to-pause" };
  if (isPronounceable(after)) return { range, changes: false };
  if (!isLast) return { refusal: "next-to-pause" };
  return after.trim() === "" ? { range, changes: false } : { refusal: "nothing-after" };

  /** A caret at an edge is beside the token; a selection that is the very token is in it. */
  function isWithin(from: number, to: number): boolean {
    const isWhole = selection.from === from && selection.to === to;
    return isWhole || (selection.from > from && selection.to < to);
  }
}
