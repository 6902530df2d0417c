import { parseSections, type LyricsSection } from "@/lib/lyrics/sections";
import { tagName } from "@/lib/lyrics/structure-tag";

/** A section as the outline shows it. */
export interface OutlineEntry {
  /** Stays with its section while the text around it, or the section itself, changes. */
  id: number;
  section: LyricsSection;
  /** Of sections with the same tag, its number; null for a tag that stands once. */
  number: number | null;
  /** What stands in the brackets, in the document's spelling where it is one of the 14. */
  name: string;
  /** Its text, by which it is known again. */
  content: string;
}

/** The entries of lyrics. Sections that were there before keep their ids: first those whose text is the same, then by order. */
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

/** The entry that an offset lies in; -1 for none. */
export function findEntryAt(entries: readonly OutlineEntry[], offset: number): number {
  return entries.findLastIndex(({ section }) => section.start <= offset);
}
