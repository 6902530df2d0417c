/**
 * An unbuffered pipe from one writer to one reader: `write` resolves when the reader asks for the next chunk,
 * so a slow reader slows down the writer.
 */
export class ByteChannel implements AsyncIterable<Uint8Array> {
  readonly #waiting: { chunk: Uint8Array; taken: () => void }[] = [];
  #reader: PromiseWithResolvers<void> | null = null;
  #state: "open" | "ended" | "failed" | "left" = "open";
  #failure: unknown;

  /** Resolves when the chunk was consumed, or at once when the reader has left. */
  write(chunk: Uint8Array): Promise<void> {
    if (this.#state !== "open") return Promise.resolve();
    return new Promise((taken) => {
      this.#waiting.push({ chunk, taken });
      this.#wakeReader();
    });
  }

  /** Ends the reader's loop. */
  end(): void {
    if (this.#state === "open") this.#state = "ended";
    this.#wakeReader();
  }

  /** Makes the reader's loop throw `failure`. */
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

  /** Ends reading: every pending and future write resolves at once. */
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
