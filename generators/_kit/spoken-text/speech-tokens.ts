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
  /** Why the model does not support tone tags; undefined if it does. */
  toneRefusal?: string | undefined;
}

const toneTag = new RegExp(String.raw`\((?:${TONE_TAGS.map((tag) => tag.slice(1, -1)).join("|")})\)`, "g");

/**
 * Finds pause markers and tone tags (service.md "Asynchronous speech synthesis request", Text rules 1 and 2), each with
 * the first rule that it breaks. `toneTags` is off for synchronous speech, which reads them as words.
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

/** The shortest pause marker for a length in seconds; null if it is out of range. */
export function writePauseMarker(seconds: number): string | null {
  const rounded = Number(seconds.toFixed(PAUSE_SECONDS.decimals));
  const fits =
    Math.abs(rounded - seconds) < 1e-9 && rounded >= PAUSE_SECONDS.min && rounded <= PAUSE_SECONDS.max;
  return fits ? `<#${rounded}#>` : null;
}

/** The range to replace with a pause, or why there is none. */
type PausePlace =
  | { range: TextSelection; changes: boolean }
  | { refusal: "nothing-before" | "nothing-after" | "next-to-pause" };

/**
 * Finds where to insert a pause: in place of the marker around the selection, else at the selection, which needs
 * pronounceable text on both sides (Text rules 2). The end of the text is allowed, since more may follow.
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

  /** A caret at an edge is outside the token; a selection of the whole token is inside. */
  function isWithin(from: number, to: number): boolean {
    const isWhole = selection.from === from && selection.to === to;
    return isWhole || (selection.from > from && selection.to < to);
  }
}
