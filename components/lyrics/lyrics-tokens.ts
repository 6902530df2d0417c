import type { TextToken } from "@/components/form/text-token";
import { parseSections } from "@/lib/lyrics/sections";

/** The tags of lyrics, by the sections that they begin. */
export function findLyricsTokens(text: string): TextToken[] {
  return parseSections(text).flatMap(({ tagRange }) => (tagRange ? [{ ...tagRange, kind: "section" }] : []));
}
