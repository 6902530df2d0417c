import { ByteChannel } from "./json/byte-channel.server.ts";
import type { StringEncoding } from "./json/extracted-string.server.ts";
import {
  matchesPath,
  parsePathPattern,
  type JsonPath,
  JsonScanner,
  type ScanEvent,
} from "./json/json-scanner.server.ts";
import { readUntilFault } from "./transport/read-until-fault.ts";

/** Consumes the bytes of one string while they arrive. Must not return before it is done with them. */
type ByteConsumer = (bytes: AsyncIterable<Uint8Array>, path: JsonPath) => Promise<void>;

export interface JsonStreamTarget {
  /** For example `data.audio` or `data.image_base64[*]`. */
  path: string;
  encoding: StringEncoding;
  consume: ByteConsumer;
}

export interface DecodedJson {
  /** The document with `null` for every consumed string. Empty strings and addresses are kept. */
  document: unknown;
  /** The consumed strings, in document order. */
  extracted: { path: JsonPath; byteCount: number }[];
}

/** More than any response has besides its media. */
const DEFAULT_MAX_DOCUMENT_BYTES = 8 * 1024 * 1024;

/**
 * Decodes a JSON body whose long hex or base64 strings are passed to consumers as bytes while they arrive, in
 * constant memory: the body is read no faster than the consumers take it.
 *
 * A consumer's loop completes only for a complete string and throws otherwise; the document is valid only once
 * this promise resolves. Rejects with AnswerFault (truncated, garbage, wrong digit, too large), with what the
 * body throws before the document is closed, or with what a consumer throws.
 */
export async function decodeJsonStream(
  body: AsyncIterable<Uint8Array>,
  options: { targets: readonly JsonStreamTarget[]; maxDocumentBytes?: number },
): Promise<DecodedJson> {
  const targets = options.targets.map((target) => ({ ...target, path: parsePathPattern(target.path) }));
  const scanner = new JsonScanner({
    targets,
    maxDocumentBytes: options.maxDocumentBytes ?? DEFAULT_MAX_DOCUMENT_BYTES,
  });
  const delivery = new Delivery((path) => {
    const target = targets.find((candidate) => matchesPath(candidate.path, path));
    if (target === undefined) throw new Error(`no target at ${path.join(".")}`);
    return target.consume;
  });
  const arriving = readUntilFault(body);
  try {
    for await (const chunk of arriving.bytes) {
      for (const event of scanner.push(asBuffer(chunk))) await delivery.take(event);
    }
    // A closed document is complete, even if the connection broke afterwards.
    if (arriving.fault && !scanner.isComplete) throw arriving.fault;
    return { document: scanner.end(), extracted: delivery.extracted };
  } catch (error) {
    delivery.fail(error);
    throw error;
  }
}

/** Passes the scanner's events to the consumers, one string at a time. */
class Delivery {
  readonly extracted: { path: JsonPath; byteCount: number }[] = [];
  readonly #consumerOf: (path: JsonPath) => ByteConsumer;
  #channel: ByteChannel | null = null;
  #consumed: Promise<void> = Promise.resolve();
  #consumerFailure: { error: unknown } | null = null;

  constructor(consumerOf: (path: JsonPath) => ByteConsumer) {
    this.#consumerOf = consumerOf;
  }

  async take(event: ScanEvent): Promise<void> {
    if (event.type === "open") this.#open(event.path);
    else if (event.type === "bytes") await this.#channel?.write(event.bytes);
    else await this.#close(event);
    if (this.#consumerFailure !== null) throw this.#consumerFailure.error;
  }

  fail(error: unknown): void {
    this.#channel?.fail(error);
    this.#channel = null;
  }

  #open(path: JsonPath): void {
    const channel = new ByteChannel();
    this.#channel = channel;
    this.#consumed = this.#consumerOf(path)(channel, path)
      .catch((error: unknown) => {
        this.#consumerFailure = { error };
      })
      .finally(() => channel.leave());
  }

  async #close(event: { path: JsonPath; byteCount: number }): Promise<void> {
    this.#channel?.end();
    this.#channel = null;
    await this.#consumed;
    this.extracted.push({ path: event.path, byteCount: event.byteCount });
  }
}

function asBuffer(chunk: Uint8Array): Buffer {
  return Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
}
