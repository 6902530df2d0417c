import { AnswerFault } from "./answer-fault.ts";

/** What may be an integer beyond 2^53 has at least 16 digits. */
const LONG_NUMBER = /\d{16}/;
const INTEGER = /^-?\d+$/;

/**
 * JSON.parse that loses no digit: an integer that a number cannot hold exactly becomes the string of its digits.
 * (int64 identifiers: unshown.md Files "ids".) Throws SyntaxError.
 */
export function parseJsonKeepingDigits(text: string): unknown {
  if (!LONG_NUMBER.test(text)) return JSON.parse(text);
  const reviver = (_key: string, value: unknown, context?: { source?: string }): unknown => {
    if (typeof value !== "number" || Number.isSafeInteger(value)) return value;
    const source = context?.source;
    return source !== undefined && INTEGER.test(source) ? source : value;
  };
  return JSON.parse(text, reviver);
}

/** The same from bytes, as a fault of the answer when it is no JSON in UTF-8. */
export function parseJsonBytes(bytes: Uint8Array): unknown {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw new AnswerFault("answer.garbage", "the answer is not UTF-8", { cause: error });
  }
  try {
    return parseJsonKeepingDigits(text);
  } catch (error) {
    throw new AnswerFault("answer.garbage", "the answer is not JSON", { cause: error });
  }
}
