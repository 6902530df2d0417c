/** Of a title, in Unicode code points. */
export const titleMaxLength = 120;

/** A text as one line: a break or a run of blanks is one blank, and none stands at its ends. Pure. */
export function toTitleLine(text: string): string {
  return text.replaceAll(/[\s\u0085]+/gu, " ").trim();
}
