import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import {
  defaultUnpackLimits,
  UnpackBudget,
  type UnpackLimits,
  UnpackError,
  yieldMember,
  type UnpackedMember,
} from "./archive-member";
import { isTar, unpackTar } from "./unpack-tar.server";
import { isZip, unpackZip } from "./unpack-zip.server";

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
