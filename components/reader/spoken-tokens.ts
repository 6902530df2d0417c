import { listPauseMarkers } from "@/lib/service/contract/pause-marker";
import { TONE_TAGS } from "@/lib/service/contract/tone-tags";

/** A piece of a text as it was sent: words, or a mark that is heard but not as it is written. */
export interface SpokenToken {
  kind: "words" | "pause" | "tone";
  text: string;
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
  const pauses = listPauseMarkers(text).map(({ from, to }) => ({ kind: "pause" as const, from, to }));

  const tokens: SpokenToken[] = [];
  let at = 0;
  for (const { kind, from, to } of [...tones, ...pauses].sort((left, right) => left.from - right.from)) {
    if (from > at) tokens.push({ kind: "words", text: text.slice(at, from) });
    tokens.push({ kind, text: text.slice(from, to) });
    at = to;
  }
  if (at < text.length) tokens.push({ kind: "words", text: text.slice(at) });
  return tokens;
}
