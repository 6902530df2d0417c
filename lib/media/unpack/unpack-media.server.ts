import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import {
  defaultUnpackLimits,
  UnpackBudget,
  type UnpackLimits,
  UnpackError,
  handOut,
  type UnpackedMember,
} from "./archive-member";
import { isTar, unpackTar } from "./unpack-tar.server";
import { isZip, unpackZip } from "./unpack-zip.server";

export interface UnpackOptions {
  limits?: Partial<UnpackLimits>;
  /** Where a ZIP waits while it is read; the media folder of the studio by default. */
  spoolFolder?: string;
}

/** A tar member's header, which is more than any other signature needs. */
const headBytes = 512;

/**
 * The files in a stream of bytes of unknown kind: a tar, a ZIP, a gzipped tar, or bytes that are no archive, which come as
 * one member with the path "". One member at a time, in constant memory; one that is not opened is read and dropped.
 *
 * Throws UnpackError, also from within the bytes of a member: for an archive that ends too early, contradicts itself,
 * exceeds the limits, or holds an empty file, a link, a device or a name that leads out of it. Members that came before
 * the fault were whole, but the archive was not. What `source` throws comes out unchanged.
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
  /** Everything, the head included. */
  bytes: AsyncGenerator<Uint8Array>;
  /** Tells the source that no more is wanted. */
  close(): Promise<void>;
}

async function* unpackStream({ head, bytes }: Peeked, budget: UnpackBudget): AsyncGenerator<UnpackedMember> {
  if (head.length === 0) throw new UnpackError("empty");
  if (isTar(head)) return yield* unpackTar(bytes, budget);
  yield* handOut({ path: "" }, countBytes(bytes, budget));
}

async function* countBytes(
  bytes: AsyncIterable<Uint8Array>,
  budget: UnpackBudget,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    budget.takeBytes(chunk.byteLength);
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
