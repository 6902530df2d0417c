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
