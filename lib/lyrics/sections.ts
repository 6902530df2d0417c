import { readStructureTag, tagName, type StructureTag } from "./structure-tag";

/** A part of lyrics: from one tag line to the next. Offsets are UTF-16 units of the whole text. */
export interface LyricsSection {
  /** The structure tag, whatever its spelling; null for words before the first tag, and for tags that are none. */
  tag: StructureTag | null;
  /** What stands in the brackets; empty for words before the first tag. */
  label: string;
  /** A line in brackets that is none of the 14 tags. */
  unknown: boolean;
  /** The words, line by line, without the tag, the blanks around it, and the empty lines at the end. */
  lines: string[];
  /** Where the section begins and ends; sections follow each other without a gap, over the whole text. */
  start: number;
  end: number;
  /** Where its tag stands, brackets included; null for words before the first tag. */
  tagRange: { from: number; to: number } | null;
  /** Where its content ends: behind it there are only blanks and empty lines. */
  contentEnd: number;
}

/** A tag at the beginning of a line, and what follows it there. */
const tagLine = /^([ \t\u3000]*)([[【［][^[\]【】［］\n]*[\]】］])([^\n]*)$/;

/**
 * The sections of lyrics in their order. A section begins at each line with nothing but a tag in brackets, and at each
 * line that begins with one of the 14 tags. Blank lines before the first tag belong to its section; a text of blanks
 * alone has no sections.
 */
export function parseSections(lyrics: string): LyricsSection[] {
  const heads = listHeads(lyrics);
  const [first] = heads;
  const opening = first ? lyrics.slice(0, first.lineStart) : lyrics;
  const starts = heads.map(({ lineStart }) => lineStart);
  if (opening.trim() !== "") starts.unshift(0);
  else if (first) starts[0] = 0;
  const firstHead = starts.length - heads.length;
  return starts.map((start, index) => {
    const end = starts[index + 1] ?? lyrics.length;
    const head = heads[index - firstHead];
    const from = head ? head.tagRange.to : start;
    const contentEnd = start + lyrics.slice(start, end).trimEnd().length;
    const words = lyrics.slice(from, Math.max(from, contentEnd));
    return {
      tag: head?.tag ?? null,
      label: head?.label ?? "",
      unknown: head?.tag === null,
      lines: listWords(words),
      start,
      end,
      tagRange: head?.tagRange ?? null,
      contentEnd,
    };
  });
}

/** The text of sections in their order: of all sections of a text, the text itself, unit by unit. */
export function joinSections(lyrics: string, sections: readonly LyricsSection[]): string {
  if (sections.length === 0) return lyrics;
  return sections.map(({ start, end }) => lyrics.slice(start, end)).join("");
}

/**
 * Whether a section can take another's place. Words before the first tag stay where they are: behind a tag they would be
 * part of its section.
 */
export function canMoveSection(sections: readonly LyricsSection[], from: number, to: number): boolean {
  const isThere = (index: number) => sections[index] !== undefined && sections[index].tagRange !== null;
  return from !== to && isThere(from) && isThere(to);
}

/**
 * Lyrics with one section at another place. The empty lines between sections stay as they are, so that the last one may
 * move without running into the next; moving back gives the same text. What cannot be moved leaves the text as it is.
 */
export function moveSection(lyrics: string, from: number, to: number): string {
  const sections = parseSections(lyrics);
  if (!canMoveSection(sections, from, to)) return lyrics;
  const first = sections[0]!;
  // Blank lines at the very beginning belong to no section.
  const lead = first.tagRange ? findLineStart(lyrics, first.tagRange.from) : first.start;
  const contents = sections.map(({ start, contentEnd }) => lyrics.slice(Math.max(start, lead), contentEnd));
  const gaps = sections.map(({ contentEnd, end }) => lyrics.slice(contentEnd, end));
  contents.splice(to, 0, ...contents.splice(from, 1));
  return lyrics.slice(0, lead) + contents.map((content, index) => content + gaps[index]!).join("");
}

interface Head {
  tag: StructureTag | null;
  label: string;
  lineStart: number;
  tagRange: { from: number; to: number };
}

function listHeads(lyrics: string): Head[] {
  const heads: Head[] = [];
  let lineStart = 0;
  for (const line of lyrics.split("\n")) {
    const [, blanks = "", bracketed, rest = ""] = tagLine.exec(line) ?? [];
    if (bracketed !== undefined) {
      const reading = readStructureTag(bracketed);
      if (rest.trim() === "" || reading.kind !== "unknown") {
        const from = lineStart + blanks.length;
        heads.push({
          tag: reading.kind === "unknown" ? null : reading.tag,
          label: tagName(bracketed),
          lineStart,
          tagRange: { from, to: from + bracketed.length },
        });
      }
    }
    lineStart += line.length + 1;
  }
  return heads;
}

function listWords(text: string): string[] {
  const lines = text.split("\n").map((line) => line.trim());
  // What stands behind the tag in its own line are words too; where there is nothing, it is no line.
  if (lines[0] === "") lines.shift();
  return lines;
}

function findLineStart(text: string, offset: number): number {
  return text.lastIndexOf("\n", offset - 1) + 1;
}
