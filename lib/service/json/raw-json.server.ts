/** JSON.rawJSON (Node 22+): TypeScript's library does not know it yet. */
const jsonWithRaw = JSON as typeof JSON & { rawJSON(text: string): unknown };

const INTEGER = /^-?(0|[1-9]\d*)$/;

/** An integer that JSON.stringify writes digit by digit, however long; an int64 does not fit a JavaScript number. */
export function rawInteger(digits: string | number): unknown {
  const text = String(digits);
  if (!INTEGER.test(text)) throw new TypeError("not an integer");
  return jsonWithRaw.rawJSON(text);
}
