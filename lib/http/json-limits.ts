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
 * Measures a JSON text that arrives in pieces: whether it is shallow and small enough to be parsed and validated, both of
 * which cost many times its bytes. Counts brackets and commas, without checking the syntax.
 *
 * @returns takes the next piece; false once the text exceeds a limit
 */
export function createJsonGauge({ maxDepth = maxJsonDepth, maxValues = maxJsonValues } = {}) {
  let depth = 0;
  let values = 0;
  let inText = false;
  let isEscaped = false;
  return (piece: Uint8Array): boolean => {
    for (const byte of piece) {
      if (isEscaped) isEscaped = false;
      else if (inText) {
        if (byte === backslash) isEscaped = true;
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
  };
}
