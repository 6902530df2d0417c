import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import {
  defaultUnpackLimits,
  UnpackBudget,
  type UnpackLimits,
  UnpackError,
  yieldMember,
  type UnpackedMember,
  toMemberPath,
} from "./archive-member";
import { isZip, unpackZip } from "./unpack-zip.server";
import { pipeline } from "node:stream/promises";
import { extract, type Extract, type Header } from "tar-stream";

interface UnpackOptions {
  limits?: Partial<UnpackLimits>;
  /** Where a ZIP is buffered; the studio's media folder by default. */
  spoolFolder?: string;
}

/** A tar header, which is longer than any other signature. */
const headBytes = 512;

/**
 * Unpacks bytes of unknown type: a tar, a ZIP, a gzipped tar, or a plain file, which is one member with the
 * path "". Yields one member at a time in constant memory; a member that isn't opened is skipped.
 *
 * Throws UnpackError, also while a member is read: for an archive that ends early, contradicts itself, exceeds
 * the limits, or contains an empty file, a link, a device or an unsafe name. Members yielded before were
 * complete, but the archive wasn't. Errors of `source` are rethrown unchanged.
 */
export async function* unpackMedia(
  source: AsyncIterable<Uint8Array>,
  { limits, spoolFolder }: UnpackOptions = {},
): AsyncGenerator<UnpackedMember> {
  const all = { ...defaultUnpackLimits, ...limits };
  const budget = new UnpackBudget(all);
  const packed = await peek(source);
  try {
    if (isZip(packed.head)) yield* unpackZip(packed.bytes, budget, all.maxBytes, spoolFolder);
    else if (isGzip(packed.head)) yield* unpackGzip(packed.bytes, budget);
    else yield* unpackStream(packed, budget);
  } finally {
    await packed.close();
  }
}

async function* unpackGzip(
  bytes: AsyncIterable<Uint8Array>,
  budget: UnpackBudget,
): AsyncGenerator<UnpackedMember> {
  const unpacked = await peek(gunzip(bytes, budget));
  try {
    yield* unpackStream(unpacked, budget);
  } finally {
    await unpacked.close();
  }
}

interface Peeked {
  head: Uint8Array;
  /** All bytes, including `head`. */
  bytes: AsyncGenerator<Uint8Array>;
  /** Ends the source early. */
  close(): Promise<void>;
}

async function* unpackStream({ head, bytes }: Peeked, budget: UnpackBudget): AsyncGenerator<UnpackedMember> {
  if (head.length === 0) throw new UnpackError("empty");
  if (isTar(head)) return yield* unpackTar(bytes, budget);
  yield* yieldMember({ path: "" }, countBytes(bytes, budget));
}

async function* countBytes(
  bytes: AsyncIterable<Uint8Array>,
  budget: UnpackBudget,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    budget.addBytes(chunk.byteLength);
    yield chunk;
  }
}

async function peek(source: AsyncIterable<Uint8Array>): Promise<Peeked> {
  const iterator = source[Symbol.asyncIterator]();
  let head = new Uint8Array(0);
  let ended = false;
  while (head.length < headBytes && !ended) {
    const next = await iterator.next();
    if (next.done) ended = true;
    else head = Buffer.concat([head, next.value]);
  }
  async function* read(): AsyncGenerator<Uint8Array> {
    if (head.length > 0) yield head;
    while (!ended) {
      const next = await iterator.next();
      if (next.done) ended = true;
      else yield next.value;
    }
  }
  return {
    head,
    bytes: read(),
    async close() {
      if (!ended) await iterator.return?.();
    },
  };
}

function isGzip([first, second, method]: Uint8Array): boolean {
  return first === 0x1f && second === 0x8b && method === 8;
}

async function* gunzip(packed: AsyncIterable<Uint8Array>, budget: UnpackBudget): AsyncGenerator<Uint8Array> {
  let packedBytes = 0;
  let unpackedBytes = 0;
  let sourceFault: { error: unknown } | undefined;
  async function* count(): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of packed) {
        packedBytes += chunk.byteLength;
        yield chunk;
      }
    } catch (error) {
      sourceFault = { error };
      throw error;
    }
  }
  const input = Readable.from(count(), { objectMode: false });
  const unzipped = input.pipe(createGunzip());
  input.once("error", (error) => unzipped.destroy(error));
  try {
    for await (const chunk of unzipped as AsyncIterable<Uint8Array>) {
      unpackedBytes += chunk.byteLength;
      budget.checkRatio(unpackedBytes, packedBytes);
      yield chunk;
    }
  } catch (cause) {
    if (sourceFault) throw sourceFault.error;
    if (cause instanceof UnpackError) throw cause;
    throw new UnpackError(isEarlyEnd(cause) ? "truncated" : "damaged", { cause });
  } finally {
    input.destroy();
    unzipped.destroy();
  }
}

function isEarlyEnd(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "Z_BUF_ERROR";
}

type Entry = Extract extends AsyncIterable<infer Source> ? Source : never;

const blockBytes = 512;

/** Whether the bytes begin with a tar header: the checksum is right, in any dialect. */
function isTar(head: Uint8Array): boolean {
  if (head.length < blockBytes) return false;
  let sum = 0;
  for (let at = 0; at < blockBytes; at += 1) sum += at >= 148 && at < 156 ? 32 : (head[at] ?? 0);
  const stated = Buffer.from(head.subarray(148, 156))
    .toString("latin1")
    .replace(/[\0 ]+$/, "");
  return /^ *[0-7]+$/.test(stated) && parseInt(stated, 8) === sum;
}

/** Yields the files of a tar. Errors of `source` are rethrown unchanged. */
async function* unpackTar(
  source: AsyncIterable<Uint8Array>,
  budget: UnpackBudget,
): AsyncGenerator<UnpackedMember> {
  const extractor = extract();
  const feed = new TarFeed(source);
  const feeding = pipeline(Readable.from(feed.read(), { objectMode: false }), extractor).catch(
    (error: unknown) => void feed.fail(error),
  );
  let end = 0;
  try {
    for await (const entry of extractor) {
      end = endOfMember(entry.header);
      yield* openEntry(entry, budget, feed);
      // Folders have no content to read.
      entry.resume();
    }
    await feeding;
    feed.throwFault();
  } catch (error) {
    throw feed.toFault(error);
  } finally {
    extractor.destroy();
    await feeding;
  }
  // A tar ends with zero blocks; without the first of them, members may be missing.
  if (feed.bytes < end + blockBytes) throw new UnpackError("truncated");
}

async function* openEntry(entry: Entry, budget: UnpackBudget, feed: TarFeed): AsyncGenerator<UnpackedMember> {
  const { name, type, size } = entry.header;
  if (type === "directory") return;
  const path = toMemberPath(name);
  if (type !== "file" && type !== "contiguous-file") {
    throw new UnpackError("unsafe-member", { memberName: name });
  }
  budget.addMember(name);
  if (size === 0) throw new UnpackError("empty", { memberName: name });
  budget.addBytes(size, name);
  yield* yieldMember({ path, bytes: size }, readEntry(entry, feed));
}

async function* readEntry(entry: Entry, feed: TarFeed): AsyncGenerator<Uint8Array> {
  const { name, size } = entry.header;
  let read = 0;
  try {
    for await (const chunk of entry as AsyncIterable<Uint8Array>) {
      read += chunk.byteLength;
      yield chunk;
    }
  } catch (error) {
    throw feed.toFault(error);
  }
  if (read !== size) throw new UnpackError("truncated", { memberName: name });
}

/** Offset of the next header. The library provides `byteOffset`, but its types don't. */
function endOfMember(header: Header & { byteOffset?: number }): number {
  return (header.byteOffset ?? 0) + Math.ceil(header.size / blockBytes) * blockBytes;
}

/** Feeds the extractor and remembers whether the source or the archive failed. */
class TarFeed {
  bytes = 0;
  readonly #source: AsyncIterable<Uint8Array>;
  #sourceFault: { error: unknown } | undefined;
  #tarFault: unknown;
  #ended = false;

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source;
  }

  async *read(): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of this.#source) {
        this.bytes += chunk.byteLength;
        yield chunk;
      }
      this.#ended = true;
    } catch (error) {
      this.#sourceFault = { error };
      throw error;
    }
  }

  fail(error: unknown): void {
    this.#tarFault ??= error;
  }

  throwFault(): void {
    if (this.#sourceFault || this.#tarFault !== undefined) throw this.#tarFault;
  }

  /** Returns the source's error unchanged and the extractor's as an UnpackError. */
  toFault(error: unknown): unknown {
    if (this.#sourceFault) return this.#sourceFault.error;
    if (error instanceof UnpackError) return error;
    return new UnpackError(this.#ended ? "truncated" : "damaged", { cause: error });
  }
}
