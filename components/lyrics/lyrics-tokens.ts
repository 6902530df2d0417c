import type { TextToken } from "@/components/form/text-token";
import { parseSections } from "@/lib/lyrics/sections";
import { readStructureTag, type StructureTag } from "@/lib/lyrics/structure-tag";

export interface LyricsTokenWords {
  /** The service's document writes this tag otherwise. */
  variant: (tag: StructureTag) => string;
  /** It is none of the 14; the one that is likely meant, where there is one. */
  unknown: (meant: StructureTag | null) => string;
}

/**
 * The tags of lyrics, by the sections that they begin. No rule says that the service refuses others than its 14, so that
 * another one is a matter of advice: what it could be, in the document's own spelling.
 */
export function findLyricsTokens(text: string, words: LyricsTokenWords): TextToken[] {
  return parseSections(text).flatMap(({ tagRange }) => {
    if (!tagRange) return [];
    const reading = readStructureTag(text.slice(tagRange.from, tagRange.to));
    const token = { ...tagRange, kind: "section" };
    if (reading.kind === "known") return [token];
    const advice = reading.kind === "variant" ? words.variant(reading.tag) : words.unknown(reading.tag);
    return [{ ...token, advice, ...(reading.tag ? { fix: reading.tag } : {}) }];
  });
}
