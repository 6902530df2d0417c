import type { Sentence } from "@/lib/media/subtitles/subtitles-dto";
import type { FilmDocument } from "./film-document";

/**
 * The captions of a film by their time: of two at the same time, the one that begins later is seen, as in the pictures. Those
 * without words are left out. Pure.
 */
export function listCaptions({ captions }: Pick<FilmDocument, "captions">): Sentence[] {
  const sorted = captions
    .filter(({ text }) => text.trim() !== "")
    .toSorted((one, other) => one.atMs - other.atMs);
  return sorted.map(({ text, atMs, lengthMs }, index) => ({
    index,
    text: text.trim(),
    startMs: atMs,
    endMs: Math.min(atMs + lengthMs, sorted[index + 1]?.atMs ?? Infinity),
  }));
}
