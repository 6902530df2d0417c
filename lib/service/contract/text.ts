/** Length of a text in Unicode code points, the measure of every length rule (service.md Limits, "chars"). */
export function countCodePoints(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    const next = text.charCodeAt(index + 1);
    if (unit >= 0xd800 && unit <= 0xdbff && next >= 0xdc00 && next <= 0xdfff) index += 1;
    count += 1;
  }
  return count;
}

/**
 * Whether a text can be kept and sent on as it is: whole Unicode, and without U+0000, which PostgreSQL stores in no text.
 * Half of a surrogate pair is no character: UTF-8 has no bytes for it.
 */
export function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}

/** A text as it can be kept, for what the service wrote: U+0000 left out, halves of characters replaced. */
export function toStorableText(text: string): string {
  return text.replaceAll("\0", "").toWellFormed();
}

/** Values of JSON, other than none. */
export type StorableJson =
  string | number | boolean | { [name: string]: StorableJson | null } | (StorableJson | null)[];

/** In characters of JSON: far above what a service tells of one result. */
const longestStorableJson = 500_000;

/** Any value of an answer as it can be kept: its texts like those of `toStorableText`. Null for none, or too long a one. */
export function toStorableJson(value: unknown): StorableJson | null {
  if (value === null || value === undefined) return null;
  const stored = storeTexts(value);
  return JSON.stringify(stored).length > longestStorableJson ? null : (stored as StorableJson);
}

function storeTexts(value: unknown): unknown {
  if (typeof value === "string") return toStorableText(value);
  if (Array.isArray(value)) return value.map(storeTexts);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [toStorableText(name), storeTexts(part)]),
  );
}
