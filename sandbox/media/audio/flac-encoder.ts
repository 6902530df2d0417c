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
export function createFlacEncoder(shape: EncoderShape): SoundEncoder {
  const digest = createHash("md5");
  let pending = Buffer.alloc(0);
  let sampleCount = 0;
  let frameCount = 0;
  const bitrate: number = shape.sampleRate * shape.channels * 16;

  function encode(channels: readonly Float32Array[]): Buffer {
    const parts = sampleCount === 0 ? [makeHeader(0, Buffer.alloc(16))] : [];
    const pcm = toPcm16(channels);
    digest.update(pcm);
    sampleCount += pcm.byteLength / 2 / shape.channels;
    pending = Buffer.concat([pending, pcm]);
    const blockBytes = BLOCK_SAMPLES * shape.channels * 2;
    while (pending.byteLength >= blockBytes) parts.push(takeFrame(blockBytes));
    return Buffer.concat(parts);
  }

  function finish(): { tail: Buffer; header: Buffer } {
    const tail = pending.byteLength > 0 ? takeFrame(pending.byteLength) : Buffer.alloc(0);
    return { tail, header: makeHeader(sampleCount, digest.digest()) };
  }

  /** The stream info; 0 samples and an empty digest mean that they are not known. */
  function makeHeader(knownCount: number, md5: Buffer): Buffer {
    const { sampleRate, channels } = shape;
    const header = Buffer.alloc(HEADER_BYTES);
    header.write("fLaC", "latin1");
    header.writeUInt8(0x80, 4);
    header.writeUIntBE(34, 5, 3);
    header.writeUInt16BE(BLOCK_SAMPLES, 8);
    header.writeUInt16BE(BLOCK_SAMPLES, 10);
    const format = (BigInt(sampleRate) << 44n) | (BigInt(channels - 1) << 41n) | (15n << 36n);
    header.writeBigUInt64BE(format | BigInt(knownCount), 18);
    md5.copy(header, 26);
    return header;
  }

  function takeFrame(bytes: number): Buffer {
    const { channels, sampleRate } = shape;
    const pcm = pending.subarray(0, bytes);
    pending = pending.subarray(bytes);
    const count = bytes / 2 / channels;
    const size = count - 1;
    // Sync code; block size at the end of the head; sample rate; independent channels; 16 bits.
    const format = [0xff, 0xf8, 0x74 + RATES.indexOf(sampleRate), ((channels - 1) << 4) | 8];
    const head = Buffer.from([...format, ...encodeNumber(frameCount), size >> 8, size & 0xff]);
    frameCount += 1;
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

  return { contentType: "audio/flac", extension: "flac", bitrate, encode, finish };
}

function encodeNumber(number: number): number[] {
  const tail = (shift: number) => 0x80 | ((number >> shift) & 0x3f);
  if (number < 0x80) return [number];
  if (number < 0x800) return [0xc0 | (number >> 6), tail(0)];
  if (number < 0x10000) return [0xe0 | (number >> 12), tail(6), tail(0)];
  return [0xf0 | (number >> 18), tail(12), tail(6), tail(0)];
}
