import { parseSections, type LyricsSection } from "./sections";
import type { StructureTag } from "./structure-tag";

/** A change of lyrics: text that replaces a range of UTF-16 units. */
interface LyricsChange {
  from: number;
  to: number;
  insert: string;
  /** The position of the caret afterwards. */
  caret: number;
}

/**
 * Inserts a tag at a selection: it replaces a selected tag, else gets a separate line after an empty line. The selected
 * text and the rest of the line belong to the new section. If another section follows, the new one gets an empty line for
 * its text and one more before that tag. Within a tag, the new one is inserted after that tag's section.
 */
export function placeTag(
  lyrics: string,
  selection: { from: number; to: number },
  tag: StructureTag,
): LyricsChange {
  const sections = parseSections(lyrics);
  const own = sections.find(
    ({ tagRange }) => tagRange !== null && tagRange.from <= selection.from && selection.to <= tagRange.to,
  );
  if (!own?.tagRange) return placeBlock(lyrics, sections, selection.from, tag);
  if (selection.from < selection.to) {
    return { ...own.tagRange, insert: tag, caret: own.tagRange.from + tag.length };
  }
  const isBefore = selection.from === own.tagRange.from;
  return placeBlock(lyrics, sections, isBefore ? selection.from : own.contentEnd, tag);
}

function placeBlock(
  lyrics: string,
  sections: readonly LyricsSection[],
  at: number,
  tag: StructureTag,
): LyricsChange {
  const lineStart = lyrics.lastIndexOf("\n", at - 1) + 1;
  const hasWordsBefore = lyrics.slice(lineStart, at).trim() !== "";
  // Within a line, the line is broken; at its start, the tag goes above it.
  const from = hasWordsBefore ? at : lineStart;
  const blanksAfter = /^[ \t]*\n?/.exec(lyrics.slice(at))?.[0] ?? "";
  const isEmptyLine = !hasWordsBefore && (blanksAfter.endsWith("\n") || lyrics.slice(from).trim() === "");
  const to = hasWordsBefore || isEmptyLine ? at + blanksAfter.length : from;
  const written = `${lineBreaksBefore(lyrics.slice(0, from))}${tag}\n`;
  const caret = from + written.length;

  const emptyLines = /^(?:[ \t]*\n)*/.exec(lyrics.slice(to))?.[0] ?? "";
  const next = to + emptyLines.length;
  const isTagNext = sections.some(
    ({ tagRange }) => tagRange !== null && lyrics.lastIndexOf("\n", tagRange.from - 1) + 1 === next,
  );
  return isTagNext
    ? { from, to: next, insert: `${written}\n\n`, caret }
    : { from, to, insert: written, caret };
}

/** The line feeds that make an empty line before the tag; none at the start of the text. */
function lineBreaksBefore(before: string): string {
  if (before.trim() === "") return "";
  const breaks = /\n*$/.exec(before.replaceAll(/[ \t]+$/gm, ""))?.[0].length ?? 0;
  return "\n".repeat(Math.max(0, 2 - breaks));
}
