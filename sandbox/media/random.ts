import { createHash } from "node:crypto";

/** A repeatable source of random numbers: the same text gives the same numbers on every machine. */
export class SeededRandom {
  private state: number;

  constructor(text: string) {
    this.state = createHash("sha256").update(text).digest().readUInt32LE(0);
  }

  next(): number {
    // Mulberry32: small, fast, and good enough for drawing.
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = this.state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  between(from: number, to: number): number {
    return from + this.next() * (to - from);
  }

  integer(from: number, to: number): number {
    return Math.floor(this.between(from, to + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<Value>(values: readonly [Value, ...Value[]]): Value {
    return values[Math.floor(this.next() * values.length)] ?? values[0];
  }
}
