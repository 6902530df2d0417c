/** One line of the table: what stands in the text, and how it is said. */
export interface PronunciationRule {
  original: string;
  replacement: string;
}

/** unshown.md "pronunciation_dict.tone": `omg/oh my god`, `处理/(chu3)(li3)`. The first slash parts it. */
export function readPronunciationRule(tone: string): PronunciationRule {
  const at = tone.indexOf("/");
  if (at < 0) return { original: tone, replacement: "" };
  return { original: tone.slice(0, at), replacement: tone.slice(at + 1) };
}

/** The rule as the service takes it; null for a line in which nothing stands yet. */
export function writePronunciationRule({ original, replacement }: PronunciationRule): string | null {
  if (original.trim() === "" && replacement.trim() === "") return null;
  return `${original.trim()}/${replacement.trim()}`;
}

/**
 * Rules out of a text that was pasted: a line each, parted by a tab (as a spreadsheet copies), a slash, an arrow or an
 * equals sign, whichever comes first. A line with none of them is a word that still needs its sound.
 */
export function parsePronunciations(text: string): PronunciationRule[] {
  return text
    .split(/\r\n?|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map((line) => {
      const [original = "", replacement = ""] = splitOnce(line, /\s*(?:\t|\/|→|->|=)\s*/);
      return { original, replacement };
    });
}

function splitOnce(text: string, separator: RegExp): [string, string] {
  const match = separator.exec(text);
  if (!match) return [text, ""];
  return [text.slice(0, match.index), text.slice(match.index + match[0].length)];
}

/** Lines whose word stands in an earlier line already: the service would have two answers. */
export function findRepeatedRules(rules: readonly PronunciationRule[]): Set<number> {
  const seen = new Set<string>();
  const repeated = new Set<number>();
  for (const [index, { original }] of rules.entries()) {
    const word = original.trim();
    if (word === "") continue;
    if (seen.has(word)) repeated.add(index);
    seen.add(word);
  }
  return repeated;
}
