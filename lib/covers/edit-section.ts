import type { LyricsSection } from "@/lib/lyrics/sections";
import { tagOfLabel, type AlignedPart } from "./align-lyrics";

/** The words of a section as they stand in the lyrics, without its tag and the blank lines around them. */
export function readSectionWords(lyrics: string, { start, tagRange, contentEnd }: LyricsSection): string {
  const from = tagRange ? tagRange.to : start;
  return lyrics
    .slice(from, Math.max(from, contentEnd))
    .replace(/^[ \t]*\n/, "")
    .trimStart();
}

/**
 * The lyrics with other words in one part. A part that had none gets a section with the tag of its kind, after the words
 * of the parts before it; the rest of the text stays as it is, unit by unit.
 *
 * @param index of the part among `parts`, which were made of these lyrics
 */
export function editPart(
  lyrics: string,
  parts: readonly AlignedPart[],
  { index, words }: { index: number; words: string },
): string {
  const section = parts[index]?.section;
  if (section) return replaceWords(lyrics, section, words);
  const label = parts[index]?.segment?.label;
  if (!label || words.trim() === "") return lyrics;
  const before = parts.slice(0, index).findLast((part) => part.section !== null)?.section;
  const added = `${tagOfLabel[label]}\n${words.trimEnd()}`;
  const at = before ? before.contentEnd : 0;
  const head = lyrics.slice(0, at);
  const tail = lyrics.slice(at).trimStart();
  return [head, added, tail].filter((part) => part !== "").join("\n\n");
}

function replaceWords(lyrics: string, section: LyricsSection, words: string): string {
  const from = section.tagRange ? section.tagRange.to : section.start;
  const kept = words.trimEnd();
  const body = section.tagRange && kept !== "" ? `\n${kept}` : kept;
  return lyrics.slice(0, from) + body + lyrics.slice(Math.max(from, section.contentEnd));
}
