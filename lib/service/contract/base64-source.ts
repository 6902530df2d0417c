/**
 * Bytes that stand in a request as base64 text, and are read and encoded only while it is sent: a large file is never in
 * memory whole. Request schemas take it in place of the text.
 */
export class Base64Source {
  /** How many bytes `open` gives, exactly. */
  readonly byteCount: number;
  /** Called at most once for each request. */
  readonly open: () => AsyncIterable<Uint8Array>;

  constructor(byteCount: number, open: () => AsyncIterable<Uint8Array>) {
    this.byteCount = byteCount;
    this.open = open;
  }
}
