import { createHash } from "node:crypto";
import { checksum } from "./checksum.ts";
import { type EncoderShape, type SoundEncoder, toPcm16 } from "./sound.ts";

const BLOCK_SAMPLES = 4096;
const HEADER_BYTES = 42;
/** Codes of the sample rate in a frame; 0 refers to the header. */
const RATE_CODES: Readonly<Record<number, number>> = {
  8000: 4,
  16_000: 5,
  22_050: 6,
  24_000: 7,
  32_000: 8,
  44_100: 9,
};
/** Rice parameters have 4 bits, and 15 is an escape. */
const HIGHEST_PARAMETER = 14;

/**
 * FLAC of 16 bits with the fixed predictor of order 2 (RFC 9639). The header leaves length and checksum open until the
 * end, as the format allows.
 */
export class FlacEncoder implements SoundEncoder {
  readonly contentType = "audio/flac";
  readonly extension = "flac";
  readonly bitrate: number;
  private readonly shape: EncoderShape;
  private readonly digest = createHash("md5");
  private pending = Buffer.alloc(0);
  private sampleCount = 0;
  private frameCount = 0;

  constructor(shape: EncoderShape) {
    this.shape = shape;
    this.bitrate = shape.sampleRate * shape.channels * 16;
  }

  encode(channels: readonly Float32Array[]): Buffer {
    const parts = this.sampleCount === 0 ? [this.makeHeader(0, Buffer.alloc(16))] : [];
    const pcm = toPcm16(channels);
    this.digest.update(pcm);
    this.sampleCount += pcm.byteLength / 2 / this.shape.channels;
    this.pending = Buffer.concat([this.pending, pcm]);
    const blockBytes = BLOCK_SAMPLES * this.shape.channels * 2;
    while (this.pending.byteLength >= blockBytes) parts.push(this.takeFrame(blockBytes));
    return Buffer.concat(parts);
  }

  finish(): { tail: Buffer; header: Buffer } {
    const tail = this.pending.byteLength > 0 ? this.takeFrame(this.pending.byteLength) : Buffer.alloc(0);
    return { tail, header: this.makeHeader(this.sampleCount, this.digest.digest()) };
  }

  /** The stream info; 0 samples and an empty digest mean that they are not known. */
  private makeHeader(sampleCount: number, digest: Buffer): Buffer {
    const { sampleRate, channels } = this.shape;
    const header = Buffer.alloc(HEADER_BYTES);
    header.write("fLaC", "latin1");
    header.writeUInt8(0x80, 4);
    header.writeUIntBE(34, 5, 3);
    header.writeUInt16BE(BLOCK_SAMPLES, 8);
    header.writeUInt16BE(BLOCK_SAMPLES, 10);
    const format = (BigInt(sampleRate) << 44n) | (BigInt(channels - 1) << 41n) | (15n << 36n);
    header.writeBigUInt64BE(format | BigInt(sampleCount), 18);
    digest.copy(header, 26);
    return header;
  }

  private takeFrame(bytes: number): Buffer {
    const { channels, sampleRate } = this.shape;
    const pcm = this.pending.subarray(0, bytes);
    this.pending = this.pending.subarray(bytes);
    const count = bytes / 2 / channels;
    const head = Buffer.from([
      // Sync code; block size at the end of the head; sample rate; independent channels; 16 bits.
      0xff,
      0xf8,
      0x70 | (RATE_CODES[sampleRate] ?? 0),
      ((channels - 1) << 4) | 8,
      ...encodeNumber(this.frameCount),
      (count - 1) >> 8,
      (count - 1) & 0xff,
    ]);
    this.frameCount += 1;
    const bits = new BitWriter();
    for (let channel = 0; channel < channels; channel += 1) {
      const samples = new Int32Array(count);
      for (let index = 0; index < count; index += 1) {
        samples[index] = pcm.readInt16LE((index * channels + channel) * 2);
      }
      writeSubframe(bits, samples);
    }
    const frame = Buffer.concat([
      head,
      Buffer.from([checksum(head, 8, 0x07)]),
      bits.toBytes(),
      Buffer.alloc(2),
    ]);
    frame.writeUInt16BE(checksum(frame.subarray(0, -2), 16, 0x8005), frame.byteLength - 2);
    return frame;
  }
}

/** The frame number, coded like a character of UTF-8. */
function encodeNumber(number: number): number[] {
  const tail = (shift: number) => 0x80 | ((number >> shift) & 0x3f);
  if (number < 0x80) return [number];
  if (number < 0x800) return [0xc0 | (number >> 6), tail(0)];
  if (number < 0x10000) return [0xe0 | (number >> 12), tail(6), tail(0)];
  return [0xf0 | (number >> 18), tail(12), tail(6), tail(0)];
}

function writeSubframe(bits: BitWriter, samples: Int32Array): void {
  const order = Math.min(samples.length, 2);
  const errors = samples
    .subarray(order)
    .map((sample, index) => sample - 2 * samples[index + 1]! + samples[index]!);
  const mean = errors.reduce((sum, error) => sum + Math.abs(error), 0) / Math.max(errors.length, 1);
  const parameter = Math.min(Math.floor(Math.log2(2 * mean + 1)), HIGHEST_PARAMETER);
  bits.put((8 | order) << 1, 8);
  for (const sample of samples.subarray(0, order)) bits.put(sample & 0xffff, 16);
  // One partition of Rice codes with a parameter of 4 bits.
  bits.put(parameter, 10);
  for (const error of errors) {
    const value = error < 0 ? -2 * error - 1 : 2 * error;
    for (let zeros = value >>> parameter; zeros > 0; zeros -= 16) bits.put(0, Math.min(zeros, 16));
    bits.put((1 << parameter) | (value & ((1 << parameter) - 1)), parameter + 1);
  }
}

class BitWriter {
  private readonly bytes: number[] = [];
  private open = 0;
  private openBits = 0;

  /** At most 16 bits. */
  put(value: number, count: number): void {
    this.open = (this.open << count) | value;
    this.openBits += count;
    while (this.openBits >= 8) {
      this.openBits -= 8;
      this.bytes.push((this.open >>> this.openBits) & 0xff);
    }
    this.open &= (1 << this.openBits) - 1;
  }

  /** Fills the last byte with zeros. */
  toBytes(): Buffer {
    if (this.openBits > 0) this.put(0, 8 - this.openBits);
    return Buffer.from(this.bytes);
  }
}
