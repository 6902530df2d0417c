import { listPauseMarkers, TONE_TAGS } from "@/lib/service/contract/speech-marks";

/** A piece of a text as it was sent: words, or a mark that is heard but not as it is written. */
export interface SpokenToken {
  kind: "words" | "pause" | "tone";
  text: string;
  /** How long a pause is; missing for what names no length. */
  seconds?: number;
}

const bracketed = /\([a-z-]+\)/g;

/**
 * A text with its pause markers told apart, and its tone tags where the model takes them: service.md "Asynchronous
 * speech synthesis request", text rules 1 and 2. Pure.
 */
export function splitSpokenText(text: string, withToneTags: boolean): SpokenToken[] {
  const tones = [...text.matchAll(bracketed)]
    .filter(({ 0: tag }) => withToneTags && (TONE_TAGS as readonly string[]).includes(tag))
    .map(({ index, 0: tag }) => ({ kind: "tone" as const, from: index, to: index + tag.length }));
  const pauses = listPauseMarkers(text).map(({ from, to, duration, problems }) => ({
    kind: "pause" as const,
    from,
    to,
    ...(problems.includes("duration") ? {} : { seconds: Number(duration) }),
  }));

  const tokens: SpokenToken[] = [];
  let at = 0;
  for (const { from, to, ...mark } of [...tones, ...pauses].sort((left, right) => left.from - right.from)) {
    if (from > at) tokens.push({ kind: "words", text: text.slice(at, from) });
    tokens.push({ ...mark, text: text.slice(from, to) });
    at = to;
  }
  if (at < text.length) tokens.push({ kind: "words", text: text.slice(at) });
  return tokens;
}

/** Whether a text shows other than it was sent. */
export function hasMarks(text: string): boolean {
  return listPauseMarkers(text).length > 0;
}
