import { createHash, randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { AudioAssembler } from "./audio-assembler.server.ts";

interface ChunkInput {
  audio: Buffer;
  status: number | null;
}

/** The test runner takes seconds to compare large buffers item by item. */
const fingerprint = (sound: Buffer) =>
  `${sound.length} bytes, ${createHash("sha256").update(sound).digest("hex")}`;

function assemble(
  chunks: ChunkInput[],
  options: { repeatIsExcluded?: boolean; pieceBytes?: number; maxHeldBytes?: number } = {},
) {
  const assembler = new AudioAssembler({
    repeatIsExcluded: options.repeatIsExcluded ?? false,
    ...(options.maxHeldBytes === undefined ? {} : { maxHeldBytes: options.maxHeldBytes }),
  });
  const given: Buffer[] = [];
  for (const { audio, status } of chunks) {
    const size = options.pieceBytes ?? 1000;
    for (let index = 0; index < audio.length; index += size) {
      given.push(...assembler.push(audio.subarray(index, index + size)).map((bytes) => Buffer.from(bytes)));
    }
    given.push(...assembler.endChunk(status).map((bytes) => Buffer.from(bytes)));
  }
  const { byteCount, sha256, repeat, isComplete } = assembler;
  const sound = Buffer.concat(given);
  expect(byteCount).toBe(sound.length);
  expect(sha256).toBe(createHash("sha256").update(sound).digest("hex"));
  return { sound: fingerprint(sound), repeat, isComplete };
}

const [one, two, three] = [randomBytes(90_000), randomBytes(80_000), randomBytes(70_000)];
const whole = Buffer.concat([one, two, three]);
const piece = (audio: Buffer): ChunkInput => ({ audio, status: 1 });
const last = (audio: Buffer): ChunkInput => ({ audio, status: 2 });
const nothing = Buffer.alloc(0);

describe("AudioAssembler", () => {
  it("returns every piece once and checks the repetition", () => {
    for (const pieceBytes of [97, 777, 65_536, 1_000_000]) {
      const chunks = [piece(one), piece(two), piece(three), last(whole)];
      expect(assemble(chunks, { pieceBytes })).toEqual({
        sound: fingerprint(whole),
        repeat: "match",
        isComplete: true,
      });
    }
  });

  it("returns the rest if the last chunk contains more than before", () => {
    expect(assemble([piece(one), piece(two), last(whole)])).toEqual({
      sound: fingerprint(whole),
      repeat: "match",
      isComplete: true,
    });
  });

  it("reports a repetition that differs, and does not return it", () => {
    const damaged = Buffer.from(whole);
    damaged[200_000] = (damaged[200_000] ?? 0) ^ 1;
    expect(assemble([piece(one), piece(two), piece(three), last(damaged)])).toMatchObject({
      sound: fingerprint(whole),
      repeat: "differs",
    });
    const reheaded = Buffer.concat([Buffer.from("ID3"), whole]);
    expect(assemble([piece(one), piece(two), piece(three), last(reheaded)])).toMatchObject({
      sound: fingerprint(whole),
      repeat: "differs",
    });
    const short = whole.subarray(0, 100_000);
    expect(assemble([piece(one), piece(two), piece(three), last(short)])).toMatchObject({
      sound: fingerprint(whole),
      repeat: "differs",
    });
  });

  it("accepts a last chunk that is empty, new, or the only one", () => {
    expect(assemble([piece(one), last(nothing)])).toEqual({
      sound: fingerprint(one),
      repeat: "absent",
      isComplete: true,
    });
    expect(assemble([piece(one), piece(two), last(three)]).sound).toBe(fingerprint(whole));
    expect(assemble([last(one)])).toEqual({ sound: fingerprint(one), repeat: "absent", isComplete: true });
  });

  it("treats the last chunk as a piece if the repetition is excluded", () => {
    const begins = Buffer.concat([one, two]);
    expect(assemble([piece(one), last(begins)], { repeatIsExcluded: true }).sound).toBe(fingerprint(begins));
    const silence = Buffer.alloc(500);
    expect(assemble([piece(silence), last(silence.subarray(0, 300))], { repeatIsExcluded: true }).sound).toBe(
      fingerprint(Buffer.alloc(800)),
    );
  });

  it("returns a piece that begins like the first", () => {
    const silence = Buffer.alloc(3000);
    const chunks = [piece(silence), piece(silence), piece(Buffer.alloc(9000)), last(Buffer.alloc(15_000))];
    expect(assemble(chunks)).toEqual({
      sound: fingerprint(Buffer.alloc(15_000)),
      repeat: "match",
      isComplete: true,
    });
  });

  it("throws if it cannot distinguish a piece from the whole", () => {
    const silence = Buffer.alloc(200_000);
    expect(() => assemble([piece(silence), piece(silence)])).toThrow("began like the whole");
  });

  it("is incomplete without a last chunk, and limits the size of a chunk", () => {
    expect(assemble([piece(one), { audio: two, status: null }])).toMatchObject({ isComplete: false });
    expect(() => assemble([piece(one), piece(two)], { maxHeldBytes: 10_000 })).toThrow("10000 bytes");
  });
});
