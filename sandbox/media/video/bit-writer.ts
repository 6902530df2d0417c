/** Writes bits, most significant first, with the codes of H.264. */
export class BitWriter {
  private readonly bytes: number[] = [];
  private current = 0;
  private filled = 0;

  bits(value: number, count: number): this {
    for (let bit = count - 1; bit >= 0; bit -= 1) {
      this.current = (this.current << 1) | ((value >> bit) & 1);
      this.filled += 1;
      if (this.filled === 8) {
        this.bytes.push(this.current);
        this.current = 0;
        this.filled = 0;
      }
    }
    return this;
  }

  /** Unsigned Exp-Golomb code. */
  unsigned(value: number): this {
    const length = 32 - Math.clz32(value + 1);
    return this.bits(0, length - 1).bits(value + 1, length);
  }

  /** Signed Exp-Golomb code. */
  signed(value: number): this {
    return this.unsigned(value > 0 ? value * 2 - 1 : -value * 2);
  }

  alignWithZeros(): this {
    return this.filled === 0 ? this : this.bits(0, 8 - this.filled);
  }

  raw(values: Uint8Array): this {
    for (const value of values) this.bytes.push(value);
    return this;
  }

  /** Stop bit and alignment of a raw byte sequence payload. */
  trailing(): this {
    return this.bits(1, 1).alignWithZeros();
  }

  toBytes(): Buffer {
    return Buffer.from(this.bytes);
  }
}
