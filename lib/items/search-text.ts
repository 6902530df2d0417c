/** What a person searches for. All of it is normalised. */
export interface Search {
  /** Words and phrases that an item has, in any order. */
  words: string[];
  /** Words and phrases that it doesn't have. */
  without: string[];
}

/** More words than anyone types; the rest of a longer search is searched as one phrase. */
const maxWords = 16;

/** A text as it is stored and searched: one form of each sign, lower case, one line. Pure. */
export function normaliseText(text: string): string {
  return text.normalize("NFKC").toLowerCase().replaceAll(/\s+/gu, " ").trim();
}

/**
 * Reads a search: words in any order, `"an exact phrase"`, `-without` and `-"without a phrase"`. A quotation mark without
 * its partner begins a phrase that ends with the text. Pure.
 */
export function parseSearch(text: string): Search {
  const search: Search = { words: [], without: [] };
  const parts = normaliseText(text).matchAll(/(-?)(?:"([^"]*)(?:"|$)|([^\s"]+))/gu);
  for (const [whole, minus, phrase, word = ""] of parts) {
    const found = (phrase ?? word).trim();
    // A hyphen alone is searched.
    if (found === "" && whole !== "-") continue;
    if (found === "" || minus === "") search.words.push(found || whole);
    else search.without.push(found);
  }
  return { words: mergeRest([...new Set(search.words)]), without: [...new Set(search.without)] };
}

function mergeRest(words: string[]): string[] {
  if (words.length <= maxWords) return words;
  return [...words.slice(0, maxWords - 1), words.slice(maxWords - 1).join(" ")];
}

/**
 * The tokens of the search index that an item with these words has: the pairs of neighbouring signs, or a single sign.
 * `reverie_item_keys` in the database writes them for items. Pure.
 */
export function listWordTokens(words: readonly string[]): string[] {
  const tokens = words
    .flatMap((word) => word.split(" "))
    .flatMap((word) => {
      const signs = [...word];
      return signs.length === 1 ? signs : signs.slice(1).map((sign, index) => `${signs[index]}${sign}`);
    });
  return [...new Set(tokens)];
}
