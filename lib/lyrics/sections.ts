import { readStructureTag, tagName, type StructureTag } from "./structure-tag";

/** A section of lyrics: from one tag line to the next. Offsets are UTF-16 units of the whole text. */
export interface LyricsSection {
  /** The structure tag in any spelling; null for text before the first tag and for unknown tags. */
  tag: StructureTag | null;
  /** The text in the brackets; empty for text before the first tag. */
  label: string;
  /** Whether its tag is none of the 14. */
  unknown: boolean;
  /** The text by lines, without the tag, the whitespace around it, and empty lines at the end. */
  lines: string[];
  /** The range of the section. Sections cover the whole text without gaps. */
  start: number;
  end: number;
  /** The range of its tag with brackets; null for text before the first tag. */
  tagRange: { from: number; to: number } | null;
  /** The end of its content: only whitespace follows. */
  contentEnd: number;
}

/** A tag at the start of a line, and the rest of that line. */
const tagLine = /^([ \t\u3000]*)([[【［][^[\]【】［］\n]*[\]】］])([^\n]*)$/;

/**
 * The sections of lyrics, in order. A section starts at each line with only a tag in brackets, and at each line that
 * starts with one of the 14 tags. Empty lines before the first tag belong to its section; whitespace alone has no sections.
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

/** Joins sections. All sections of a text give exactly that text. */
export function joinSections(lyrics: string, sections: readonly LyricsSection[]): string {
  if (sections.length === 0) return lyrics;
  return sections.map(({ start, end }) => lyrics.slice(start, end)).join("");
}

/**
 * Whether a section can be moved. Text before the first tag can't: after a tag it would belong to that section.
 */
export function canMoveSection(sections: readonly LyricsSection[], from: number, to: number): boolean {
  const isThere = (index: number) => sections[index] !== undefined && sections[index].tagRange !== null;
  return from !== to && isThere(from) && isThere(to);
}

/**
 * Moves a section. The empty lines between sections keep their places, so that the last section doesn't run into the next
 * one, and moving it back restores the text. Returns the text unchanged if the section can't be moved.
 */
export function moveSection(lyrics: string, from: number, to: number): string {
  const sections = parseSections(lyrics);
  if (!canMoveSection(sections, from, to)) return lyrics;
  const first = sections[0]!;
  // Empty lines at the start belong to no section.
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
  // Text after the tag on its line belongs to the section.
  if (lines[0] === "") lines.shift();
  return lines;
}

function findLineStart(text: string, offset: number): number {
  return text.lastIndexOf("\n", offset - 1) + 1;
}
