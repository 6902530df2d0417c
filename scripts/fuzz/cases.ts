import fc, { type Arbitrary, type Parameters } from "fast-check";

/**
 * How many cases of a property are tried, and from which seed: a few in `npm test`, those of `npm run fuzz` otherwise. A
 * failure prints the seed and the path to its smallest case.
 */
export function takeCases<Value = unknown>(few: number): Parameters<Value> {
  const { FUZZ_CASES, FUZZ_SEED } = process.env;
  return { numRuns: FUZZ_CASES ? Number(FUZZ_CASES) : few, seed: Number(FUZZ_SEED ?? 1) };
}

/** The lengths of the pieces in which bytes arrive, used in turn. */
export const pieceLengths: Arbitrary<number[]> = fc.oneof(
  fc.constant([1] as number[]),
  fc.array(fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 2_000 })), {
    minLength: 1,
    maxLength: 6,
  }),
);

export function* cut(bytes: Buffer, lengths: readonly number[]): Generator<Buffer> {
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const length = lengths[turn % lengths.length] ?? bytes.length;
    yield bytes.subarray(at, at + length);
    at += length;
  }
}

export async function* arrive(bytes: Buffer, lengths: readonly number[]): AsyncGenerator<Uint8Array> {
  yield* cut(bytes, lengths);
}

type Damage = (bytes: Buffer) => Buffer;

const place = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
/** Numbers at the limits of header fields. */
const words = [0, 1, 7, 8, 0x7fff_ffff, 0x8000_0000, 0xffff_fffe, 0xffff_ffff];

const damages: Arbitrary<Damage> = fc.oneof(
  fc.tuple(place, fc.integer({ min: 0, max: 255 })).map(([at, byte]): Damage => {
    return (bytes) => overwrite(bytes, at, Buffer.from([byte]));
  }),
  fc.tuple(place, fc.constantFrom(...words), fc.boolean()).map(([at, word, isBig]): Damage => {
    const written = Buffer.alloc(4);
    if (isBig) written.writeUInt32BE(word);
    else written.writeUInt32LE(word);
    return (bytes) => overwrite(bytes, at, written);
  }),
  place.map(
    (at): Damage =>
      (bytes) =>
        bytes.subarray(0, at * bytes.length),
  ),
  fc.tuple(place, fc.integer({ min: 1, max: 64 })).map(([at, length]): Damage => {
    return (bytes) => splice(bytes, at, length, Buffer.alloc(0));
  }),
  fc.tuple(place, fc.uint8Array({ minLength: 1, maxLength: 64 })).map(([at, more]): Damage => {
    return (bytes) => splice(bytes, at, 0, Buffer.from(more));
  }),
  fc.tuple(place, place, fc.integer({ min: 1, max: 600 })).map(([from, to, length]): Damage => {
    return (bytes) => splice(bytes, to, 0, bytes.subarray(from * bytes.length).subarray(0, length));
  }),
);

/** One of the samples with some of its bytes changed, lost, added or repeated. Mostly near its beginning. */
export function damaged(samples: readonly Buffer[]): Arbitrary<Buffer> {
  return fc
    .tuple(fc.constantFrom(...samples), fc.array(damages, { maxLength: 4 }), fc.boolean())
    .map(([sample, some, isHeadOnly]) => {
      const head = isHeadOnly ? Math.min(sample.length, 512) : sample.length;
      const changed = some.reduce<Buffer>((bytes, damage) => damage(bytes), sample.subarray(0, head));
      return Buffer.concat([changed, sample.subarray(head)]);
    });
}

function overwrite(bytes: Buffer, at: number, written: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  written.copy(copy, Math.floor(at * bytes.length));
  return copy;
}

function splice(bytes: Buffer, at: number, removed: number, added: Buffer): Buffer {
  const from = Math.floor(at * bytes.length);
  return Buffer.concat([bytes.subarray(0, from), added, bytes.subarray(from + removed)]);
}
