import type { LyricsSection } from "@/lib/lyrics/sections";
import { tagOfLabel, type AlignedPart } from "./align-lyrics";

/** The text of a section, without its tag and the blank lines around it. */
export function readSectionWords(lyrics: string, { start, tagRange, contentEnd }: LyricsSection): string {
  const from = tagRange ? tagRange.to : start;
  return lyrics
    .slice(from, Math.max(from, contentEnd))
    .replace(/^[ \t]*\n/, "")
    .trimStart();
}

/**
 * Replaces the text of one part. A part without text gets a section with the tag of its kind, after the text of the parts
 * before it. The rest of the lyrics is unchanged.
 *
 * @param index of the part in `parts`, which were derived from these lyrics
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
