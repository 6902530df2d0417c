import { open, type FileHandle } from "node:fs/promises";
import { id3HeaderBytes, measureId3 } from "./mpeg-frames.server";

const blockHeaderBytes = 4;
const streamInfoType = 0;
const maxFrameHeaderBytes = 16;

/** Hz by code (RFC 9639, 9.1.2); 0: that of the stream. Codes 12 to 14 follow in the header, 15 is forbidden. */
const rates = [0, 88_200, 176_400, 192_000, 8_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 96_000];

/**
 * Whether a file is FLAC without a valid frame where its metadata ends. The demuxer looks for that frame forever, without
 * a pause in which its process could do anything else.
 */
export async function isFlacWithoutFrames(filePath: string): Promise<boolean> {
  const file = await open(filePath, "r");
  try {
    const start = await skipTags(file);
    if ((await readAt(file, start, 4)).toString("latin1") !== "fLaC") return false;
    const end = await findMetadataEnd(file, start + 4);
    return end === null || !isFrameHeader(await readAt(file, end.at, maxFrameHeaderBytes), end.sampleRateHz);
  } finally {
    await file.close();
  }
}

async function skipTags(file: FileHandle): Promise<number> {
  for (let at = 0; ;) {
    const length = measureId3(await readAt(file, at, id3HeaderBytes));
    if (length === 0) return at;
    at += length;
  }
}

/** Where the metadata blocks end; null where the file ends first or doesn't tell its sample rate. */
async function findMetadataEnd(
  file: FileHandle,
  start: number,
): Promise<{ at: number; sampleRateHz: number } | null> {
  let sampleRateHz = 0;
  for (let at = start; ;) {
    const block = await readAt(file, at, blockHeaderBytes + 13);
    if (block.length < blockHeaderBytes) return null;
    const head = block.readUInt8(0);
    if ((head & 0x7f) === streamInfoType && block.length >= blockHeaderBytes + 13) {
      sampleRateHz = block.readUIntBE(blockHeaderBytes + 10, 3) >> 4;
    }
    at += blockHeaderBytes + block.readUIntBE(1, 3);
    if ((head & 0x80) !== 0) return sampleRateHz > 0 ? { at, sampleRateHz } : null;
  }
}

/** RFC 9639, 9.1; the channels and the sample size aren't checked. */
function isFrameHeader(bytes: Buffer, sampleRateHz: number): boolean {
  if (bytes.length < maxFrameHeaderBytes) return false;
  const blockSizeCode = bytes.readUInt8(2) >> 4;
  const rateCode = bytes.readUInt8(2) & 15;
  const isSynced = (bytes.readUInt16BE(0) & 0xfffe) === 0xfff8;
  if (!isSynced || blockSizeCode === 0 || rateCode === 15 || (bytes.readUInt8(3) & 1) !== 0) return false;
  // The frame's number has as many bytes as its first one has leading ones.
  const ones = Math.clz32(~(bytes.readUInt8(4) << 24));
  let at = 4 + Math.max(1, ones) + (blockSizeCode === 6 ? 1 : blockSizeCode === 7 ? 2 : 0);
  let rate = rates[rateCode] || sampleRateHz;
  if (rateCode === 12) rate = bytes.readUInt8(at++);
  else if (rateCode > 12) {
    rate = bytes.readUInt16BE(at) * (rateCode === 14 ? 10 : 1);
    at += 2;
  }
  return rate === sampleRateHz && bytes.readUInt8(at) === crc8(bytes.subarray(0, at));
}

function crc8(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = ((crc << 1) ^ ((crc & 0x80) !== 0 ? 0x07 : 0)) & 0xff;
  }
  return crc;
}

async function readAt(file: FileHandle, position: number, bytes: number): Promise<Buffer> {
  const buffer = Buffer.alloc(bytes);
  const { bytesRead } = await file.read(buffer, 0, bytes, position);
  return buffer.subarray(0, bytesRead);
}
