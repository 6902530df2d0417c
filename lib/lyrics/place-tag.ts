import { parseSections } from "./sections";
import type { StructureTag } from "./structure-tag";

/** A change of lyrics: what is written in place of a range of UTF-16 units. */
export interface LyricsChange {
  from: number;
  to: number;
  insert: string;
}

/**
 * Where a tag goes that is asked for at a selection: in place of the tag that the selection lies in; else on a line of its
 * own, with an empty line before it. What was selected stays and becomes the new section's.
 */
export function placeTag(
  lyrics: string,
  selection: { from: number; to: number },
  tag: StructureTag,
): LyricsChange {
  const own = parseSections(lyrics).find(
    ({ tagRange }) => tagRange !== null && tagRange.from <= selection.from && selection.to <= tagRange.to,
  )?.tagRange;
  if (own) return { ...own, insert: tag };

  const lineStart = lyrics.lastIndexOf("\n", selection.from - 1) + 1;
  const hasWordsBefore = lyrics.slice(lineStart, selection.from).trim() !== "";
  // In the middle of a line the line is broken there; else the tag goes over it.
  const from = hasWordsBefore ? selection.from : lineStart;
  const before = lyrics.slice(0, from);
  const blanksAfter = /^[ \t]*\n?/.exec(lyrics.slice(selection.from))?.[0] ?? "";
  const isEmptyLine = !hasWordsBefore && (blanksAfter.endsWith("\n") || lyrics.slice(from).trim() === "");
  const to = hasWordsBefore || isEmptyLine ? selection.from + blanksAfter.length : from;
  return { from, to, insert: `${lineBreaksBefore(before)}${tag}\n` };
}

/** As many as make an empty line between what was and what comes; none at the beginning. */
function lineBreaksBefore(before: string): string {
  if (before.trim() === "") return "";
  const breaks = /\n*$/.exec(before.replaceAll(/[ \t]+$/gm, ""))?.[0].length ?? 0;
  return "\n".repeat(Math.max(0, 2 - breaks));
}
