import { STRUCTURE_TAGS } from "@/lib/service/contract/music-options";

/** A structure tag with brackets, as in service.md "Music generation request", lyrics. */
export type StructureTag = (typeof STRUCTURE_TAGS)[number];

/**
 * How the service understands a tag in brackets.
 * - `known`: one of the 14, as documented.
 * - `variant`: one of the 14 in another spelling: case, spaces, hyphens, other brackets.
 * - `unknown`: none of them; suggest-tag.ts finds the closest one.
 */
type TagReading =
  | { kind: "known"; tag: StructureTag }
  | { kind: "variant"; tag: StructureTag }
  | { kind: "unknown" };

const exact = new Set<string>(STRUCTURE_TAGS);
/** By their letters and digits. */
export const byFoldedName = new Map(STRUCTURE_TAGS.map((tag) => [fold(tag), tag]));

/**
 * Parses a tag in brackets.
 *
 * @param bracketed with its brackets, without whitespace around them
 */
export function readStructureTag(bracketed: string): TagReading {
  if (exact.has(bracketed)) return { kind: "known", tag: bracketed as StructureTag };
  const variant = byFoldedName.get(fold(bracketed));
  return variant ? { kind: "variant", tag: variant } : { kind: "unknown" };
}

/** The name of a tag, without brackets and the whitespace inside them. */
export function tagName(bracketed: string): string {
  return bracketed.slice(1, -1).trim();
}

/** The letters and digits of a name. */
export function fold(bracketed: string): string {
  return foldWords(bracketed).join("");
}

export function foldWords(bracketed: string): string[] {
  return (
    bracketed
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}
