import { hash } from "node:crypto";

/** What is found of normalised words: each sign and each pair of neighbouring signs. Pure. */
export function listTextTokens(words: string): string[] {
  const tokens = new Set<string>();
  for (const word of words.split(" ")) {
    let previous = "";
    for (const sign of word) {
      tokens.add(sign);
      if (previous !== "") tokens.add(previous + sign);
      previous = sign;
    }
  }
  return [...tokens];
}

/**
 * The numbers by which the search index knows tokens of one person. Different tokens may share a number, so whatever the
 * index finds is checked again. The migration that creates the index writes the same ones.
 *
 * @param known what was worked out before: the texts of a batch have many tokens in common
 */
export function listPromptKeys(
  userId: string,
  tokens: readonly string[],
  known = new Map<string, number>(),
): number[] {
  return tokens.map((token) => {
    const text = `${userId}${token}`;
    const key = known.get(text) ?? hash("sha256", text, "buffer").readInt32BE(0);
    known.set(text, key);
    return key;
  });
}
