import { createHash } from "node:crypto";
import { toPcm16, type Sound } from "./sound.ts";

const BLOCK_SAMPLES = 4096;

/** FLAC with verbatim subframes: not smaller than the samples, but a stream that every decoder takes. */
export function encodeFlac(sound: Sound): Buffer {
  const pcm = toPcm16(sound);
  const channels = sound.channels.length;
  const sampleCount = pcm.byteLength / 2 / channels;
  const frames: Buffer[] = [];
  for (let start = 0, number = 0; start < sampleCount; start += BLOCK_SAMPLES, number += 1) {
    const count = Math.min(BLOCK_SAMPLES, sampleCount - start);
    frames.push(encodeFrame(pcm, channels, start, count, number));
  }
  return Buffer.concat([encodeStreamInfo(sound, pcm, sampleCount), ...frames]);
}

function encodeStreamInfo(sound: Sound, pcm: Buffer, sampleCount: number): Buffer {
  const info = Buffer.alloc(42);
  info.write("fLaC", 0, "latin1");
  info.writeUInt8(0x80, 4);
  info.writeUIntBE(34, 5, 3);
  info.writeUInt16BE(BLOCK_SAMPLES, 8);
  info.writeUInt16BE(BLOCK_SAMPLES, 10);
  const packed =
    (BigInt(sound.sampleRate) << 44n) |
    (BigInt(sound.channels.length - 1) << 41n) |
    (15n << 36n) |
    BigInt(sampleCount);
  info.writeBigUInt64BE(packed, 18);
  createHash("md5").update(pcm).digest().copy(info, 26);
  return info;
}

function encodeFrame(pcm: Buffer, channels: number, start: number, count: number, number: number): Buffer {
  const head = Buffer.concat([
    // Sync code, fixed block size; block size in 16 bits at the end, sample rate and size from the stream info.
    Buffer.from([0xff, 0xf8, 0x70, ((channels - 1) << 4) | 0x00]),
    encodeFrameNumber(number),
    Buffer.from([(count - 1) >> 8, (count - 1) & 0xff]),
  ]);
  const subframes: Buffer[] = [];
  for (let channel = 0; channel < channels; channel += 1) {
    const subframe = Buffer.alloc(1 + count * 2);
    subframe.writeUInt8(0x02, 0);
    for (let index = 0; index < count; index += 1) {
      subframe.writeInt16BE(pcm.readInt16LE(((start + index) * channels + channel) * 2), 1 + index * 2);
    }
    subframes.push(subframe);
  }
  const body = Buffer.concat([head, Buffer.from([crc8(head)]), ...subframes]);
  const foot = Buffer.alloc(2);
  foot.writeUInt16BE(crc16(body));
  return Buffer.concat([body, foot]);
}

/** The frame number in the UTF-8 like code of the format; sounds here stay below 65,536 frames. */
function encodeFrameNumber(number: number): Buffer {
  if (number < 0x80) return Buffer.from([number]);
  if (number < 0x800) return Buffer.from([0xc0 | (number >> 6), 0x80 | (number & 0x3f)]);
  return Buffer.from([0xe0 | (number >> 12), 0x80 | ((number >> 6) & 0x3f), 0x80 | (number & 0x3f)]);
}

function crc8(bytes: Buffer): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x80 ? ((crc << 1) ^ 0x07) & 0xff : (crc << 1) & 0xff;
  }
  return crc;
}

const CRC16_TABLE = Uint16Array.from({ length: 256 }, (_unused, byte) => {
  let crc = byte << 8;
  for (let bit = 0; bit < 8; bit += 1)
    crc = crc & 0x8000 ? ((crc << 1) ^ 0x8005) & 0xffff : (crc << 1) & 0xffff;
  return crc;
});

function crc16(bytes: Buffer): number {
  let crc = 0;
  for (const byte of bytes) crc = ((crc << 8) ^ (CRC16_TABLE[(crc >> 8) ^ byte] ?? 0)) & 0xffff;
  return crc;
}
