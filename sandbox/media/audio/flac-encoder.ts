import { createHash } from "node:crypto";
import { checksum } from "./checksum.ts";
import { type EncoderShape, type SoundEncoder, toPcm16 } from "./sound.ts";

const BLOCK_SAMPLES = 4096;
const HEADER_BYTES = 42;
/** Sample rates, whose codes in a frame count from 4. */
const RATES = [8000, 16_000, 22_050, 24_000, 32_000, 44_100];

/**
 * FLAC of 16 bits with verbatim subframes (RFC 9639). The header leaves length and checksum open until the end, as the
 * format allows.
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
    const size = count - 1;
    // Sync code; block size at the end of the head; sample rate; independent channels; 16 bits.
    const format = [0xff, 0xf8, 0x74 + RATES.indexOf(sampleRate), ((channels - 1) << 4) | 8];
    const head = Buffer.from([...format, ...encodeNumber(this.frameCount), size >> 8, size & 0xff]);
    this.frameCount += 1;
    const subframes = Array.from({ length: channels }, (_subframe, channel) => {
      const subframe = Buffer.alloc(1 + count * 2);
      subframe.writeUInt8(2);
      for (let index = 0; index < count; index += 1) {
        subframe.writeInt16BE(pcm.readInt16LE((index * channels + channel) * 2), 1 + index * 2);
      }
      return subframe;
    });
    const frame = Buffer.concat([
      head,
      Buffer.from([checksum(head, 8, 0x07)]),
      ...subframes,
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
