/** The longest title, in Unicode code points. */
export const titleMaxLength = 120;

/** A text as one line: runs of whitespace become one space, trimmed. Pure. */
export function toTitleLine(text: string): string {
  return text.replaceAll(/[\s\u0085]+/gu, " ").trim();
}
