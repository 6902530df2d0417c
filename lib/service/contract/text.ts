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
