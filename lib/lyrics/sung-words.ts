/** A line that holds nothing but a tag in brackets, known or not. */
const tagLine = /^[^\S\n]*\[[^[\]\n]*\][^\S\n]*$/gm;

/** What is sung of lyrics, without the lines that tell their parts. Pure. */
export function sungWords(lyrics: string): string {
  return lyrics.replaceAll(tagLine, "").trim();
}
