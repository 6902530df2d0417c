import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { extract, type Extract, type Header } from "tar-stream";
import {
  toMemberPath,
  type UnpackBudget,
  UnpackError,
  yieldMember,
  type UnpackedMember,
} from "./archive-member";

type Entry = Extract extends AsyncIterable<infer Source> ? Source : never;

const blockBytes = 512;

/** Whether the bytes begin with a tar header: the checksum is right, in any dialect. */
export function isTar(head: Uint8Array): boolean {
  if (head.length < blockBytes) return false;
  let sum = 0;
  for (let at = 0; at < blockBytes; at += 1) sum += at >= 148 && at < 156 ? 32 : (head[at] ?? 0);
  const stated = Buffer.from(head.subarray(148, 156))
    .toString("latin1")
    .replace(/[\0 ]+$/, "");
  return /^ *[0-7]+$/.test(stated) && parseInt(stated, 8) === sum;
}

/** Yields the files of a tar. Errors of `source` are rethrown unchanged. */
export async function* unpackTar(
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
