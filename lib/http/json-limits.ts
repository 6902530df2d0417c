/** Deeper than any body of the API: input, a list in it, an object in that. */
const maxJsonDepth = 32;

/** More values than any body of the API, whose longest lists have some hundred. */
const maxJsonValues = 10_000;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const opening = new Set([0x5b, 0x7b]);
const closing = new Set([0x5d, 0x7d]);

/**
 * Whether a JSON text is shallow and small enough to be parsed and validated, both of which cost many times its bytes.
 * Counts brackets and commas, without checking the syntax.
 */
export function isModestJson(
  bytes: Uint8Array,
  { maxDepth = maxJsonDepth, maxValues = maxJsonValues } = {},
): boolean {
  let depth = 0;
  let values = 0;
  let inText = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (inText) {
      if (byte === backslash) at += 1;
      else inText = byte !== quote;
    } else if (byte === quote) inText = true;
    else if (byte === comma) values += 1;
    else if (closing.has(byte)) depth -= 1;
    else if (opening.has(byte)) {
      depth += 1;
      values += 1;
    }
    if (depth > maxDepth || values > maxValues) return false;
  }
  return true;
}
