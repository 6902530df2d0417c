/**
 * A pipe of byte chunks from one writer to one reader, without a buffer: `write` resolves when the reader
 * has come for the next chunk, so that a slow reader slows the writer down.
 */
export class ByteChannel implements AsyncIterable<Uint8Array> {
  readonly #waiting: { chunk: Uint8Array; taken: () => void }[] = [];
  #reader: PromiseWithResolvers<void> | null = null;
  #state: "open" | "ended" | "failed" | "left" = "open";
  #failure: unknown;

  /** Gives one chunk; resolves when it was taken, or at once when the reader has left. */
  write(chunk: Uint8Array): Promise<void> {
    if (this.#state !== "open") return Promise.resolve();
    return new Promise((taken) => {
      this.#waiting.push({ chunk, taken });
      this.#wakeReader();
    });
  }

  /** No more chunks: the reader's loop ends well. */
  end(): void {
    if (this.#state === "open") this.#state = "ended";
    this.#wakeReader();
  }

  /** The rest is lost: the reader's loop throws `failure`. */
  fail(failure: unknown): void {
    if (this.#state !== "open") return;
    this.#state = "failed";
    this.#failure = failure;
    this.#releaseWriter();
    this.#wakeReader();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, undefined> {
    try {
      for (;;) {
        const next = this.#waiting.shift();
        if (next !== undefined) {
          try {
            yield next.chunk;
          } finally {
            next.taken();
          }
        } else if (this.#state === "failed") {
          throw this.#failure;
        } else if (this.#state !== "open") {
          return;
        } else {
          this.#reader = Promise.withResolvers<void>();
          await this.#reader.promise;
        }
      }
    } finally {
      this.leave();
    }
  }

  /** The reader wants no more: every write, waiting or to come, resolves at once. */
  leave(): void {
    this.#state = "left";
    this.#releaseWriter();
  }

  #wakeReader(): void {
    this.#reader?.resolve();
    this.#reader = null;
  }

  #releaseWriter(): void {
    for (const { taken } of this.#waiting.splice(0)) taken();
  }
}
