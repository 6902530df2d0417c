/** Length in Unicode code points, the unit of every length rule (service.md Limits, "chars"). */
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

/** A text to read aloud without its pauses, `<#0.5#>` (service.md Text rules 2). Pure. */
export function leaveOutPauses(text: string): string {
  return (
    text
      .replaceAll(/\s*<#[^#<>]*#>\s*(?=[,.;:!?，。；：！？、…])/g, "")
      // Chinese has no spaces.
      .replaceAll(/(?<=[\p{Script=Han}\p{P}])<#[^#<>]*#>(?=\p{Script=Han})/gu, "")
      .replaceAll(/<#[^#<>]*#>/g, " ")
      .replaceAll(/[^\S\n]+/g, " ")
      .trim()
  );
}

/**
 * Whether a text can be stored and sent unchanged: well-formed Unicode (UTF-8 can't encode half a surrogate
 * pair) without U+0000, which PostgreSQL can't store.
 */
export function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}

/** Makes a text of the service storable: removes U+0000 and replaces unpaired surrogates. */
export function toStorableText(text: string): string {
  return text.replaceAll("\0", "").toWellFormed();
}

/** JSON values except null. */
type StorableJson =
  | string
  | number
  | boolean
  | { [name: string]: StorableJson | null }
  | (StorableJson | null)[];

/** In characters of JSON; far more than the service returns about a result. */
const maxStorableJsonLength = 500_000;

/** Makes any value of a response storable, including its texts. Null for none, or one that is too long. */
export function toStorableJson(value: unknown): StorableJson | null {
  if (value === null || value === undefined) return null;
  const stored = toStorable(value);
  return JSON.stringify(stored).length > maxStorableJsonLength ? null : (stored as StorableJson);
}

function toStorable(value: unknown): unknown {
  if (typeof value === "string") return toStorableText(value);
  if (Array.isArray(value)) return value.map(toStorable);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [toStorableText(name), toStorable(part)]),
  );
}
