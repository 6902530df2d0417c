import type { SpokenSentence } from "./speech/perform-speech.ts";

/** Sentence timing as the service writes it: a JSON array, times in milliseconds (unshown.md, subtitles). */
export function formatSentences(sentences: readonly SpokenSentence[]): string {
  return JSON.stringify(
    sentences.map((sentence) => ({
      text: sentence.text,
      time_begin: sentence.startMs,
      time_end: sentence.endMs,
      text_begin: sentence.startIndex,
      text_end: sentence.endIndex,
    })),
  );
}
