/** What may be an integer beyond 2^53 has at least 16 digits. */
const LONG_NUMBER = /\d{16}/;

/**
 * JSON.parse that loses no digit: an integer that a number cannot hold exactly becomes the string of its digits.
 * (int64 identifiers: unshown.md Files "ids".) Throws SyntaxError.
 */
export function parseJsonKeepingDigits(text: string): unknown {
  if (!LONG_NUMBER.test(text)) return JSON.parse(text);
  const reviver = (_key: string, value: unknown, context?: { source?: string }): unknown => {
    if (typeof value !== "number" || Number.isSafeInteger(value)) return value;
    const source = context?.source;
    return source !== undefined && isInteger(source) ? source : value;
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

/** What is wrong with the bytes of an answer, in the codes of the error catalogue. */
export type AnswerFaultCode =
  | "answer.garbage"
  | "answer.truncated"
  | "answer.hex"
  | "answer.base64"
  | "answer.too-large"
  | "answer.repeat-unclear";

/**
 * Thrown by the decoders, which know bytes and no requests; the client makes a `ServiceError` of it.
 * `message` is for a log: it names positions and never holds the answer's content.
 */
export class AnswerFault extends Error {
  readonly code: AnswerFaultCode;

  constructor(code: AnswerFaultCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = "AnswerFault";
    this.code = code;
  }
}
