import { AnswerFault } from "./answer-fault.ts";
import { Base64Decoder, HexDecoder, type TextDecoderToBytes } from "./text-decoders.server.ts";

export type StringEncoding = "hex" | "base64";

/** Enough characters to tell `https://` from hex and base64. */
const HEAD_LENGTH = 8;
/** A data URL's prefix is never longer. */
const PREFIX_MAX_LENGTH = 256;
const COMMA = 0x2c;
const NOTHING = Buffer.alloc(0);

/**
 * One long string on its way to bytes. It looks at the first characters before it decides: an address
 * (`http...`) is kept as text, a `data:` prefix before base64 is dropped, everything else is decoded.
 */
export class ExtractedString {
  readonly #encoding: StringEncoding;
  readonly #decoder: TextDecoderToBytes;
  #head: Buffer = NOTHING;
  #state: "head" | "prefix" | "decode" | "text" = "head";
  byteCount = 0;

  constructor(encoding: StringEncoding) {
    this.#encoding = encoding;
    this.#decoder = encoding === "hex" ? new HexDecoder() : new Base64Decoder();
  }

  /** `text`: it is an address, to be kept as it stands. `decode`: bytes come. `head`: not decided yet. */
  get state(): "head" | "text" | "decode" {
    return this.#state === "prefix" ? "head" : this.#state;
  }

  /** Takes characters (JSON escapes resolved); the bytes that are ready. */
  push(characters: Buffer): Buffer {
    if (this.#state === "decode") return this.#decode(characters);
    if (this.#state === "text") return NOTHING;
    this.#head = Buffer.concat([this.#head, characters]);
    if (this.#state === "head" && this.#head.length >= HEAD_LENGTH) this.#decide();
    if (this.#state === "prefix") this.#dropPrefix();
    return this.#takeHead();
  }

  /** The closing quote was read; the last bytes. Throws AnswerFault when the text ends inside a byte. */
  end(): Buffer {
    if (this.#state === "prefix") throw new AnswerFault("answer.base64", "a data URL without a comma");
    if (this.#state === "head") this.#state = this.#head.length === 0 ? "text" : "decode";
    const bytes = this.#takeHead();
    if (this.#state === "decode") this.#decoder.end();
    return bytes;
  }

  #decide(): void {
    const start = this.#head.toString("latin1", 0, HEAD_LENGTH).toLowerCase();
    if (start.startsWith("http://") || start.startsWith("https:/")) {
      this.#state = "text";
      this.#head = NOTHING;
    } else {
      this.#state = this.#encoding === "base64" && start.startsWith("data:") ? "prefix" : "decode";
    }
  }

  #dropPrefix(): void {
    const comma = this.#head.indexOf(COMMA);
    if (comma === -1 && this.#head.length > PREFIX_MAX_LENGTH) {
      throw new AnswerFault("answer.base64", "a data URL without a comma");
    }
    if (comma === -1) return;
    if (!/;base64$/i.test(this.#head.toString("latin1", 0, comma))) {
      throw new AnswerFault("answer.base64", "a data URL that is not base64");
    }
    this.#head = this.#head.subarray(comma + 1);
    this.#state = "decode";
  }

  #takeHead(): Buffer {
    if (this.#state !== "decode" || this.#head.length === 0) return NOTHING;
    const head = this.#head;
    this.#head = NOTHING;
    return this.#decode(head);
  }

  #decode(characters: Buffer): Buffer {
    const bytes = this.#decoder.decode(characters);
    this.byteCount += bytes.length;
    return bytes;
  }
}
