/** A word and its pronunciation. */
export interface PronunciationRule {
  original: string;
  replacement: string;
}

/** unshown.md "pronunciation_dict.tone": `omg/oh my god`, `处理/(chu3)(li3)`. Split at the first slash. */
export function readPronunciationRule(tone: string): PronunciationRule {
  const at = tone.indexOf("/");
  if (at < 0) return { original: tone, replacement: "" };
  return { original: tone.slice(0, at), replacement: tone.slice(at + 1) };
}

/** The rule in the format of the service; null if it is empty. */
export function writePronunciationRule({ original, replacement }: PronunciationRule): string | null {
  if (original.trim() === "" && replacement.trim() === "") return null;
  return `${original.trim()}/${replacement.trim()}`;
}

/**
 * Parses pasted text: a rule for each line, split at the first tab (as spreadsheets copy), slash, arrow or equals sign.
 * A line without any is a word without pronunciation.
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

/** The rows whose word is already in an earlier row. */
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
