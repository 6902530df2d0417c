const FIRST_CAPACITY = 4 * 1024;

/**
 * Bytes added piece by piece, in at most twice their memory. A list of pieces would take a hundred bytes for each, and a
 * document can consist of pieces of one byte.
 */
export class KeptBytes {
  #space = Buffer.allocUnsafe(FIRST_CAPACITY);
  length = 0;

  add(bytes: Buffer): void {
    const length = this.length + bytes.length;
    if (length > this.#space.length) {
      const larger = Buffer.allocUnsafe(Math.max(length, this.#space.length * 2));
      this.#space.copy(larger, 0, 0, this.length);
      this.#space = larger;
    }
    bytes.copy(this.#space, this.length);
    this.length = length;
  }

  /** The bytes from an offset to the end, valid until more are added. */
  from(offset: number): Buffer {
    return this.#space.subarray(offset, this.length);
  }
}
