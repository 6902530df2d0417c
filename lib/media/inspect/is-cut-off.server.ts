import { open, type FileHandle } from "node:fs/promises";
import { rawAudioFrameBytes } from "../raw-audio";
import { isMp4CutOff } from "../mp4/sample-tables.server";
import type { MeasuredMedia } from "./measure-media.server";
import { walkMpegFrames } from "./mpeg-frames.server";

const mp4Types = new Set(["video/mp4", "video/quicktime", "audio/mp4", "audio/quicktime"]);
const webmSegment = Buffer.from("18538067", "hex");
const maxWebmHeadBytes = 4_096;

/**
 * Whether the end of audio or video is provably missing: a header announces more bytes than there are, or the
 * last frame or sample is incomplete. False where the format doesn't allow a conclusion.
 */
export async function isCutOff(filePath: string, media: MeasuredMedia): Promise<boolean> {
  if (media.mimeType === "audio/mpeg") return isMpegCutOff(filePath);
  const file = await open(filePath, "r");
  try {
    const { size } = await file.stat();
    if (media.rawAudio) return size % rawAudioFrameBytes(media.rawAudio) !== 0;
    if (media.mimeType === "audio/wav") return await isWavCutOff(file, size);
    if (media.mimeType === "audio/flac") return await isFlacCutOff(file, media.durationSeconds ?? 0);
    if (mp4Types.has(media.mimeType)) return await isMp4CutOff(file);
    if (media.mimeType === "video/webm") return await isWebmCutOff(file, size);
    return false;
  } finally {
    await file.close();
  }
}

/** RFC 8794: after the head, one element contains everything else; its length may be unknown. */
async function isWebmCutOff(file: FileHandle, size: number): Promise<boolean> {
  const head = await readAt(file, 0, maxWebmHeadBytes);
  const { value: headBytes, end: headStart } = readEbmlLength(head, 4);
  const segmentAt = headStart + headBytes;
  if (!head.subarray(segmentAt, segmentAt + 4).equals(webmSegment)) return false;
  const { value, end, isUnknown } = readEbmlLength(head, segmentAt + 4);
  return !isUnknown && end + value > size;
}

/**
 * Reads a variable-length integer: the leading zeros of the first byte count the following bytes; all ones mean
 * unknown.
 */
function readEbmlLength(head: Buffer, at: number): { value: number; end: number; isUnknown: boolean } {
  const more = Math.clz32(head[at] ?? 0) - 24;
  const end = at + 1 + more;
  if (more > 7 || end > head.length) return { value: 0, end, isUnknown: true };
  let value = BigInt(head[at] ?? 0) & ((1n << BigInt(7 - more)) - 1n);
  for (const byte of head.subarray(at + 1, end)) value = (value << 8n) | BigInt(byte);
  return { value: Number(value), end, isUnknown: value === (1n << BigInt(7 * (more + 1))) - 1n };
}

/**
 * An encoder that can't go back to its header leaves a placeholder there: 0, 0xffffffff, that minus the header, or
 * 0x7ffff000. Only the sound of a film of many hours has two gigabytes, and then isn't checked.
 */
const leastPlaceholder = 0x7fff_f000;

async function isWavCutOff(file: FileHandle, size: number): Promise<boolean> {
  for (let at = 12; at + 8 <= size;) {
    const chunk = await readAt(file, at, 8);
    const bytes = chunk.readUInt32LE(4);
    if (chunk.toString("latin1", 0, 4) === "data") {
      const isUnknown = bytes === 0 || bytes >= leastPlaceholder;
      return !isUnknown && at + 8 + bytes > size;
    }
    at += 8 + bytes + (bytes % 2);
  }
  return true;
}

/**
 * STREAMINFO has the number of samples, or 0 (RFC 9639, 8.2). `durationSeconds` is measured up to the last
 * frame.
 */
async function isFlacCutOff(file: FileHandle, durationSeconds: number): Promise<boolean> {
  const head = await readAt(file, 0, 26);
  if (head.toString("latin1", 0, 4) !== "fLaC") return false;
  const packed = head.readBigUInt64BE(18);
  const sampleRateHz = Number(packed >> 44n);
  const samples = Number(packed & 0xf_ffff_ffffn);
  // The duration is rounded by less than a sample.
  return sampleRateHz > 0 && samples > durationSeconds * sampleRateHz + 1;
}

/** Inconclusive, so false, where frames are followed by something else, for example a tag. */
async function isMpegCutOff(filePath: string): Promise<boolean> {
  const { frames, announcedFrames, end } = await walkMpegFrames(filePath);
  return end === "cut" || (announcedFrames > 0 && frames <= announcedFrames);
}

async function readAt(file: FileHandle, position: number, bytes: number): Promise<Buffer> {
  const buffer = Buffer.alloc(bytes);
  const { bytesRead } = await file.read(buffer, 0, bytes, position);
  return buffer.subarray(0, bytesRead);
}
