/** An integer beyond 2^53 has at least 16 digits. */
const LONG_NUMBER = /\d{16}/;

/**
 * JSON.parse that keeps every digit: an integer that a number can't represent exactly becomes a string (int64
 * IDs: unshown.md Files "ids"). Throws SyntaxError.
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

/** Parses UTF-8 bytes. Throws AnswerFault where they aren't UTF-8 or JSON. */
export function parseJsonBytes(bytes: Uint8Array): unknown {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw new AnswerFault("answer.garbage", "the response is not UTF-8", { cause: error });
  }
  try {
    return parseJsonKeepingDigits(text);
  } catch (error) {
    throw new AnswerFault("answer.garbage", "the response is not JSON", { cause: error });
  }
}

/** JSON.rawJSON (Node 22+) is missing in TypeScript's library. */
const jsonWithRaw = JSON as typeof JSON & { rawJSON(text: string): unknown };

const INTEGER = /^-?(0|[1-9]\d*)$/;

export function isInteger(text: string): boolean {
  return INTEGER.test(text);
}

/** An integer that JSON.stringify writes digit by digit; an int64 doesn't fit a JavaScript number. */
export function rawInteger(digits: string | number): unknown {
  const text = String(digits);
  if (!isInteger(text)) throw new TypeError("not an integer");
  return jsonWithRaw.rawJSON(text);
}

/** Faults in the bytes of a response, as codes of the error catalogue. */
type AnswerFaultCode =
  | "answer.garbage"
  | "answer.truncated"
  | "answer.hex"
  | "answer.base64"
  | "answer.too-large"
  | "answer.repeat-unclear";

/**
 * Thrown by the decoders; the client turns it into a `ServiceError`. `message` is for logs: it contains
 * positions and never the response's content.
 */
export class AnswerFault extends Error {
  readonly code: AnswerFaultCode;

  constructor(code: AnswerFaultCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = "AnswerFault";
    this.code = code;
  }
}
