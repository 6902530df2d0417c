import { createHash } from "node:crypto";
import { encodeFlacFrame } from "./flac-frame.ts";
import { toPcm16 } from "./sound.ts";
import type { EncoderShape, SoundEncoder } from "./sound-encoder.ts";

const BLOCK_SAMPLES = 4096;
const HEADER_BYTES = 42;

/** FLAC of 16 bits with fixed predictors. While it is made the header leaves length and checksum open, as it may. */
export class FlacEncoder implements SoundEncoder {
  readonly contentType = "audio/flac";
  readonly extension = "flac";
  readonly bitrate: number;
  private readonly shape: EncoderShape;
  private readonly checksum = createHash("md5");
  private pending = Buffer.alloc(0);
  private sampleCount = 0;
  private frameCount = 0;
  private isOpened = false;

  constructor(shape: EncoderShape) {
    this.shape = shape;
    this.bitrate = shape.sampleRate * shape.channels * 16;
  }

  encode(channels: readonly Float32Array[]): Buffer {
    const pcm = toPcm16(channels);
    this.checksum.update(pcm);
    this.sampleCount += pcm.byteLength / 2 / this.shape.channels;
    this.pending = Buffer.concat([this.pending, pcm]);
    const blockBytes = BLOCK_SAMPLES * this.shape.channels * 2;
    const parts = this.makeOpening();
    while (this.pending.byteLength >= blockBytes) parts.push(this.takeFrame(blockBytes));
    return Buffer.concat(parts);
  }

  finish(): { tail: Buffer; header: Buffer } {
    const tail = this.pending.byteLength > 0 ? this.takeFrame(this.pending.byteLength) : Buffer.alloc(0);
    return { tail, header: this.makeHeader(this.sampleCount, this.checksum.digest()) };
  }

  private makeOpening(): Buffer[] {
    if (this.isOpened) return [];
    this.isOpened = true;
    return [this.makeHeader(0, Buffer.alloc(16))];
  }

  private takeFrame(bytes: number): Buffer {
    const block = this.pending.subarray(0, bytes);
    this.pending = this.pending.subarray(bytes);
    const channels = splitChannels(block, this.shape.channels);
    this.frameCount += 1;
    return encodeFlacFrame(channels, this.frameCount - 1, this.shape.sampleRate);
  }

  /** The stream info block; 0 samples and an empty checksum mean "not known". */
  private makeHeader(sampleCount: number, checksum: Buffer): Buffer {
    const info = Buffer.alloc(HEADER_BYTES);
    info.write("fLaC", 0, "latin1");
    info.writeUInt8(0x80, 4);
    info.writeUIntBE(34, 5, 3);
    info.writeUInt16BE(BLOCK_SAMPLES, 8);
    info.writeUInt16BE(BLOCK_SAMPLES, 10);
    const packed =
      (BigInt(this.shape.sampleRate) << 44n) |
      (BigInt(this.shape.channels - 1) << 41n) |
      (15n << 36n) |
      BigInt(sampleCount);
    info.writeBigUInt64BE(packed, 18);
    checksum.copy(info, 26);
    return info;
  }
}

function splitChannels(pcm: Buffer, channels: number): Int32Array[] {
  const count = pcm.byteLength / 2 / channels;
  return Array.from({ length: channels }, (_unused, channel) =>
    Int32Array.from({ length: count }, (_sample, index) => pcm.readInt16LE((index * channels + channel) * 2)),
  );
}
