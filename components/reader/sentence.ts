import type { Sentence } from "@/lib/media/subtitles/subtitles-dto";

/** A player lands this much before where it was sent: the frames of a sound are no finer. */
const seekToleranceMs = 40;

/**
 * The index of the sentence that is heard at a time; null before the first. A pause belongs to the sentence before it,
 * so that nothing goes out and on again between two. The sentences must be in the order of their starts.
 */
export function findSentenceAt(
  sentences: readonly Pick<Sentence, "startMs">[],
  timeMs: number,
): number | null {
  let low = 0;
  let high = sentences.length;
  // The first sentence that has not begun yet stands at `low` in the end.
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sentences[middle]!.startMs <= timeMs + seekToleranceMs) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? null : low - 1;
}

const steps: Record<string, (index: number, count: number) => number> = {
  ArrowDown: (index) => index + 1,
  ArrowUp: (index) => index - 1,
  ArrowRight: (index) => index + 1,
  ArrowLeft: (index) => index - 1,
  Home: () => 0,
  End: (_index, count) => count - 1,
};
const mirrored: Record<string, string> = { ArrowLeft: "ArrowRight", ArrowRight: "ArrowLeft" };

/**
 * Where a key leads from a sentence: arrows to the neighbours, Home and End to the ends. Null for every other key.
 *
 * @param rightToLeft the text is written from the right, where the left arrow points forward
 */
export function stepSentence(key: string, index: number, count: number, rightToLeft = false): number | null {
  const step = steps[rightToLeft ? (mirrored[key] ?? key) : key];
  return step ? Math.min(count - 1, Math.max(0, step(index, count))) : null;
}
