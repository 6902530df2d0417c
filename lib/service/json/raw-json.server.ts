/** JSON.rawJSON (Node 22+): TypeScript's library does not know it yet. */
const jsonWithRaw = JSON as typeof JSON & { rawJSON(text: string): unknown };

const INTEGER = /^-?(0|[1-9]\d*)$/;

/** Whether a text is an integer as JSON writes it. */
export function isInteger(text: string): boolean {
  return INTEGER.test(text);
}

/** An integer that JSON.stringify writes digit by digit, however long; an int64 does not fit a JavaScript number. */
export function rawInteger(digits: string | number): unknown {
  const text = String(digits);
  if (!isInteger(text)) throw new TypeError("not an integer");
  return jsonWithRaw.rawJSON(text);
}
