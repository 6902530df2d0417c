import { createHash, type Hash } from "node:crypto";
import { createReadStream, readFileSync } from "node:fs";
import { readPeak, resetPeak } from "../report/peak-memory";

/** The result of one run in a process, printed as one line of JSON. */
export interface WorkFacts {
  durationMs: number;
  /** Peak of resident memory during the work, above the memory before it. */
  peakBytesAboveBaseline: number;
  byteCount: number;
  /** Of the decoded bytes; null in timed runs, where hashing would count as work. */
  sha256: string | null;
}

/** A typical socket read. */
export const chunkBytes = 64 * 1024;

/** Checks the decoded bytes, the same for every decoder. */
class ByteCheck {
  byteCount = 0;
  readonly #hash: Hash | null;

  constructor(options: { hashed: boolean }) {
    this.#hash = options.hashed ? createHash("sha256") : null;
  }

  take(bytes: Uint8Array): void {
    this.byteCount += bytes.length;
    this.#hash?.update(bytes);
  }

  digest(): string | null {
    return this.#hash?.digest("hex") ?? null;
  }
}

type Work = (body: AsyncIterable<Buffer>, check: ByteCheck) => Promise<void>;

/**
 * Runs `work` on a body and reports: `node <program> <file> [--in-memory] [--hash]`. The body comes in chunks
 * like from a socket, read from the file during the measurement or loaded before.
 */
export async function reportWork(work: Work): Promise<void> {
  const [file, ...flags] = process.argv.slice(2);
  if (!file) throw new Error("usage: node <program> <file> [--in-memory] [--hash]");
  const check = new ByteCheck({ hashed: flags.includes("--hash") });
  const body = flags.includes("--in-memory")
    ? cutIntoChunks(readFileSync(file))
    : createReadStream(file, { highWaterMark: chunkBytes });
  const baselineBytes = resetPeak();
  const startedAt = performance.now();
  await work(body, check);
  const facts: WorkFacts = {
    durationMs: performance.now() - startedAt,
    peakBytesAboveBaseline: readPeak() - baselineBytes,
    byteCount: check.byteCount,
    sha256: check.digest(),
  };
  process.stdout.write(`${JSON.stringify(facts)}\n`);
}

async function* cutIntoChunks(body: Buffer): AsyncGenerator<Buffer> {
  for (let start = 0; start < body.length; start += chunkBytes)
    yield body.subarray(start, start + chunkBytes);
}
