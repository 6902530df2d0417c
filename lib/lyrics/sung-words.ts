/** A line with only a tag in brackets, known or not. */
const tagLine = /^[^\S\n]*\[[^[\]\n]*\][^\S\n]*$/gm;

/** The sung text of lyrics, without tag lines. Pure. */
export function sungWords(lyrics: string): string {
  return lyrics.replaceAll(tagLine, "").trim();
}
