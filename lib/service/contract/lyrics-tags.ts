/** service.md "Music generation request", lyrics: the structure tags. */
export const STRUCTURE_TAGS = [
  "[Intro]",
  "[Verse]",
  "[Pre Chorus]",
  "[Chorus]",
  "[Interlude]",
  "[Bridge]",
  "[Outro]",
  "[Post Chorus]",
  "[Transition]",
  "[Break]",
  "[Hook]",
  "[Build Up]",
  "[Inst]",
  "[Solo]",
] as const;

/**
 * Bracketed lines of a lyric that are not among the allowed structure tags, each once. No rule says that the service
 * refuses them, so they break no schema: a form warns.
 */
export function findUnknownStructureTags(lyrics: string): string[] {
  const bracketed = [...lyrics.matchAll(/^[ \t]*(\[[^[\]\n]+\])[ \t]*$/gm)].map(([, tag = ""]) => tag);
  const known = new Set<string>(STRUCTURE_TAGS.map((tag) => tag.toLowerCase()));
  return [...new Set(bracketed.filter((tag) => !known.has(tag.toLowerCase())))];
}
