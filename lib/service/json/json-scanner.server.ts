import { AnswerFault, parseJsonBytes } from "./parse-json.server.ts";
import { KeptBytes } from "./kept-bytes.server.ts";
import { ExtractedString, type StringEncoding } from "./extracted-string.server.ts";

/** A string value to extract as bytes. */
interface ScanTarget {
  path: JsonPathPattern;
  encoding: StringEncoding;
}

/** An event of an extracted string. `close` comes only for a complete string. */
export type ScanEvent =
  | { type: "open"; path: JsonPath }
  | { type: "bytes"; path: JsonPath; bytes: Buffer }
  | { type: "close"; path: JsonPath; byteCount: number };

interface Level {
  key: string | null;
  index: number;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const SPACE = 0x20;
const LETTER_U = 0x75;
const MAX_DEPTH = 64;
const NULL = Buffer.from("null");
const QUOTE_BYTES = Buffer.from('"');

/**
 * Scans a JSON document from chunks split anywhere without buffering it: target strings are emitted as bytes
 * while they arrive; everything else is kept (up to a limit) and parsed at the end, with `null` in their place.
 * Synchronous: the caller applies backpressure between chunks.
 */
export class JsonScanner {
  readonly #targets: readonly ScanTarget[];
  readonly #maxDocumentBytes: number;
  readonly #kept = new KeptBytes();
  readonly #levels: Level[] = [];
  #expectsKey = false;
  #sawValue = false;
  /** The kind of the current string: a key, a value to keep, or one to extract. */
  #inString: "no" | "key" | "value" | "extract" = "no";
  #escape: number[] = [];
  /** Where the current key begins in the kept bytes. */
  #keyStart = 0;
  #extracted: ExtractedString | null = null;
  /** Raw bytes of a target string that may still turn out to be text. */
  #rawHead: Buffer[] = [];
  #path: JsonPath = [];
  #opened = false;

  constructor(options: { targets: readonly ScanTarget[]; maxDocumentBytes: number }) {
    this.#targets = options.targets;
    this.#maxDocumentBytes = options.maxDocumentBytes;
  }

  /** Whether the outermost object or array is closed. */
  get isComplete(): boolean {
    return this.#sawValue && this.#levels.length === 0 && this.#inString === "no";
  }

  /** Scans the next bytes. The events' buffers belong to the caller. Throws AnswerFault. */
  push(chunk: Buffer): ScanEvent[] {
    const events: ScanEvent[] = [];
    let index = 0;
    while (index < chunk.length) {
      index =
        this.#inString === "no" ? this.#scanStructure(chunk, index) : this.#scanString(chunk, index, events);
    }
    return events;
  }

  /** Returns the document without the target strings. Throws AnswerFault where it is truncated or invalid. */
  end(): unknown {
    if (!this.isComplete) {
      throw new AnswerFault("answer.truncated", `the document ended ${this.#levels.length} levels deep`);
    }
    return parseJsonBytes(this.#kept.from(0));
  }

  #scanStructure(chunk: Buffer, from: number): number {
    let index = from;
    for (; index < chunk.length; index += 1) {
      const byte = chunk[index] as number;
      if (byte === QUOTE) {
        this.#keep(chunk.subarray(from, index));
        this.#beginString();
        return index + 1;
      }
      this.#readStructure(byte);
    }
    this.#keep(chunk.subarray(from, index));
    return index;
  }

  #readStructure(byte: number): void {
    const level = this.#levels.at(-1);
    const isWhiteSpace = byte <= SPACE;
    if (level === undefined && !isWhiteSpace && (this.#sawValue || !opens(byte))) {
      throw new AnswerFault("answer.garbage", "no JSON object or array, or something behind it");
    }
    if (opens(byte)) {
      if (this.#levels.length >= MAX_DEPTH) throw new AnswerFault("answer.garbage", "nested too deeply");
      this.#levels.push({ key: byte === OPEN_BRACE ? "" : null, index: 0 });
      this.#expectsKey = byte === OPEN_BRACE;
      this.#sawValue = true;
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      this.#levels.pop();
      this.#expectsKey = false;
    } else if (byte === COMMA && level !== undefined) {
      level.index += 1;
      this.#expectsKey = level.key !== null;
    } else if (byte === COLON) {
      this.#expectsKey = false;
    }
  }

  #beginString(): void {
    if (this.#levels.length === 0) throw new AnswerFault("answer.garbage", "no JSON object or array");
    if (this.#expectsKey) {
      this.#inString = "key";
      this.#keep(QUOTE_BYTES);
      this.#keyStart = this.#kept.length;
      return;
    }
    const target = this.#findTarget();
    if (target === undefined) {
      this.#inString = "value";
      this.#keep(QUOTE_BYTES);
      return;
    }
    this.#inString = "extract";
    this.#extracted = new ExtractedString(target.encoding);
    this.#rawHead = [];
    this.#opened = false;
  }

  #findTarget(): ScanTarget | undefined {
    const candidates = this.#targets.filter((target) => target.path.length === this.#levels.length);
    if (candidates.length === 0) return undefined;
    this.#path = this.#levels.map((level) => level.key ?? level.index);
    return candidates.find((target) => matchesPath(target.path, this.#path));
  }

  #scanString(chunk: Buffer, from: number, events: ScanEvent[]): number {
    if (this.#escape.length > 0) return this.#scanEscape(chunk, from, events);
    const quote = chunk.indexOf(QUOTE, from);
    const end = quote === -1 ? chunk.length : quote;
    const plainAndEscapes = chunk.subarray(from, end);
    const backslash = plainAndEscapes.indexOf(BACKSLASH);
    if (backslash !== -1) {
      this.#addCharacters(plainAndEscapes.subarray(0, backslash), events);
      this.#escape = [BACKSLASH];
      return from + backslash + 1;
    }
    this.#addCharacters(plainAndEscapes, events);
    if (quote === -1) return chunk.length;
    this.#endString(events);
    return quote + 1;
  }

  /** Collects one escape sequence, which may be split over chunks. */
  #scanEscape(chunk: Buffer, from: number, events: ScanEvent[]): number {
    let index = from;
    while (index < chunk.length) {
      this.#escape.push(chunk[index] as number);
      index += 1;
      const whole = this.#escape[1] === LETTER_U ? 6 : 2;
      if (this.#escape.length === whole) {
        const raw = Buffer.from(this.#escape);
        this.#escape = [];
        this.#addCharacters(raw, events, resolveEscape(raw));
        break;
      }
    }
    return index;
  }

  #addCharacters(raw: Buffer, events: ScanEvent[], resolved: Buffer = raw): void {
    if (raw.length === 0) return;
    const extracted = this.#extracted;
    if (extracted === null) return this.#keep(raw);
    const wasHead = extracted.state === "head";
    if (wasHead) this.#rawHead.push(Buffer.from(raw));
    const bytes = extracted.push(resolved);
    if (extracted.state === "text") {
      if (wasHead) this.#keepAsText();
      else this.#keep(raw);
    }
    this.#emit(bytes, events);
  }

  #keepAsText(): void {
    this.#keep(QUOTE_BYTES);
    for (const raw of this.#rawHead) this.#keep(raw);
    this.#rawHead = [];
  }

  #emit(bytes: Buffer, events: ScanEvent[]): void {
    if (bytes.length === 0) return;
    if (!this.#opened) {
      this.#opened = true;
      events.push({ type: "open", path: this.#path });
    }
    events.push({ type: "bytes", path: this.#path, bytes });
  }

  #endString(events: ScanEvent[]): void {
    if (this.#inString === "key") {
      const level = this.#levels.at(-1);
      if (level !== undefined) level.key = decodeKey(this.#kept.from(this.#keyStart));
    }
    const extracted = this.#extracted;
    this.#inString = "no";
    this.#extracted = null;
    if (extracted === null) return this.#keep(QUOTE_BYTES);
    const wasHead = extracted.state === "head";
    this.#emit(extracted.end(), events);
    if (extracted.state === "text") {
      if (wasHead) this.#keepAsText();
      return this.#keep(QUOTE_BYTES);
    }
    this.#keep(NULL);
    events.push({ type: "close", path: this.#path, byteCount: extracted.byteCount });
  }

  #keep(bytes: Buffer): void {
    if (bytes.length === 0) return;
    if (this.#kept.length + bytes.length > this.#maxDocumentBytes) {
      throw new AnswerFault("answer.too-large", `the document passes ${this.#maxDocumentBytes} bytes`);
    }
    this.#kept.add(bytes);
  }
}

function opens(byte: number): boolean {
  return byte === OPEN_BRACE || byte === OPEN_BRACKET;
}

/** Resolves a JSON escape; a non-ASCII character becomes a byte that no decoder accepts. */
function resolveEscape(raw: Buffer): Buffer {
  const text = decodeKey(raw);
  const code = text.length === 1 ? text.charCodeAt(0) : 0xff;
  return Buffer.from([code < 0x80 ? code : 0xff]);
}

/** Decodes the inside of a JSON string. */
function decodeKey(raw: Buffer): string {
  try {
    return String(JSON.parse(`"${raw.toString("utf8")}"`));
  } catch (error) {
    throw new AnswerFault("answer.garbage", "a string that is not JSON", { cause: error });
  }
}

/** The position of a value: property names and array indexes from the root. */
export type JsonPath = readonly (string | number)[];

/** A path where `*` matches every array index, for example `["data", "image_base64", "*"]`. */
type JsonPathPattern = readonly string[];

export function matchesPath(pattern: JsonPathPattern, path: JsonPath): boolean {
  return (
    pattern.length === path.length &&
    pattern.every((part, index) => (part === "*" ? typeof path[index] === "number" : part === path[index]))
  );
}

/** Parses `data.image_base64[*]` or `data.audio`. */
export function parsePathPattern(text: string): JsonPathPattern {
  return text.replaceAll("[*]", ".*").split(".");
}
