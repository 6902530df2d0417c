import { parseSections, type LyricsSection } from "@/lib/lyrics/sections";
import { tagName } from "@/lib/lyrics/structure-tag";

/** A section as the outline shows it. */
export interface OutlineEntry {
  /** Stable while the text around the section, or the section, changes. */
  id: number;
  section: LyricsSection;
  /** Its number among sections with the same tag; null if the tag occurs once. */
  number: number | null;
  /** The text in the brackets; for one of the 14 tags, in the document's spelling. */
  name: string;
  /** The text of the section, which identifies it after an edit. */
  content: string;
}

/** Lists the entries of lyrics. Known sections keep their ids: first those with the same text, then by order. */
export function listOutlineEntries(lyrics: string, before: readonly OutlineEntry[] = []): OutlineEntry[] {
  const sections = parseSections(lyrics);
  const contents = sections.map(({ start, contentEnd }) => lyrics.slice(start, contentEnd).trim());
  const left = [...before];
  const ids = contents.map((content) => {
    const at = left.findIndex((entry) => entry.content === content);
    return at < 0 ? null : left.splice(at, 1)[0]!.id;
  });
  let next = Math.max(-1, ...before.map(({ id }) => id)) + 1;
  const names = sections.map(({ tag, label }) => (tag ? tagName(tag) : label));
  return sections.map((section, index) => {
    const name = names[index]!;
    const isRepeated = names.filter((other) => other === name).length > 1;
    return {
      id: ids[index] ?? left.shift()?.id ?? next++,
      section,
      number: isRepeated ? names.slice(0, index + 1).filter((other) => other === name).length : null,
      name,
      content: contents[index]!,
    };
  });
}

/** Returns the index of the entry at an offset; -1 for none. */
export function findEntryAt(entries: readonly OutlineEntry[], offset: number): number {
  return entries.findLastIndex(({ section }) => section.start <= offset);
}
