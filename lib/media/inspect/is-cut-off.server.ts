import { open, type FileHandle } from "node:fs/promises";
import { rawAudioFrameBytes } from "../raw-audio";
import type { MeasuredMedia } from "./measure-media.server";
import { mpegFrameBytes } from "./mpeg-frames";

const windowBytes = 256 * 1024;

/**
 * Whether the end of a sound is missing, where its bytes prove it: a header announces more than there is, or the last
 * frame or sample is incomplete. False where nothing can be told.
 */
export async function isCutOff(filePath: string, sound: MeasuredMedia): Promise<boolean> {
  const file = await open(filePath, "r");
  try {
    const { size } = await file.stat();
    if (sound.rawAudio) return size % rawAudioFrameBytes(sound.rawAudio) !== 0;
    if (sound.mimeType === "audio/wav") return await isWavCutOff(file, size);
    if (sound.mimeType === "audio/flac") return await isFlacCutOff(file, sound.durationSeconds ?? 0);
    if (sound.mimeType === "audio/mpeg") return await isMpegCutOff(file, size);
    return false;
  } finally {
    await file.close();
  }
}

async function isWavCutOff(file: FileHandle, size: number): Promise<boolean> {
  for (let at = 12; at + 8 <= size;) {
    const chunk = await readAt(file, at, 8);
    const bytes = chunk.readUInt32LE(4);
    if (chunk.toString("latin1", 0, 4) === "data") {
      const isUnknown = bytes === 0 || bytes === 0xffff_ffff;
      return !isUnknown && at + 8 + bytes > size;
    }
    at += 8 + bytes + (bytes % 2);
  }
  return true;
}

/** STREAMINFO tells the number of samples, or 0 (RFC 9639, 8.2); `durationSeconds` is up to the last frame there is. */
async function isFlacCutOff(file: FileHandle, durationSeconds: number): Promise<boolean> {
  const head = await readAt(file, 0, 26);
  if (head.toString("latin1", 0, 4) !== "fLaC") return false;
  const packed = head.readBigUInt64BE(18);
  const sampleRateHz = Number(packed >> 44n);
  const samples = Number(packed & 0xf_ffff_ffffn);
  // Rounding of the duration is less than a sample.
  return sampleRateHz > 0 && samples > durationSeconds * sampleRateHz + 1;
}

/** Goes from frame to frame; gives up where the row ends in something else, as a tag at the end is. */
async function isMpegCutOff(file: FileHandle, size: number): Promise<boolean> {
  const start = await skipId3(file);
  let frames = 0;
  let announced = 0;
  let bytes = await readAt(file, start, windowBytes);
  for (let at = start, base = start; at < size;) {
    if (at + 4 > base + bytes.length) {
      base = at;
      bytes = await readAt(file, base, windowBytes);
    }
    if (isBeginningOfHeader(bytes.subarray(at - base))) return true;
    const frameBytes = mpegFrameBytes(bytes, at - base);
    if (frameBytes === null) break;
    if (frames === 0) announced = readAnnouncedFrames(bytes.subarray(0, frameBytes));
    if (at + frameBytes > size) return true;
    at += frameBytes;
    frames += 1;
  }
  return announced > 0 && frames <= announced;
}

/** Up to three bytes at the end of the file that a header begins with, but that are none. */
function isBeginningOfHeader(rest: Buffer): boolean {
  return rest.length < 4 && rest[0] === 0xff && ((rest[1] ?? 0xe0) & 0xe0) === 0xe0;
}

/** An ID3v2 tag before the first frame tells its length in four times seven bits. */
async function skipId3(file: FileHandle): Promise<number> {
  const head = await readAt(file, 0, 10);
  if (head.length < 10 || head.toString("latin1", 0, 3) !== "ID3") return 0;
  const length = head.subarray(6, 10).reduce((sum, byte) => (sum << 7) | (byte & 0x7f), 0);
  const footer = (head.readUInt8(5) & 0x10) !== 0 ? 10 : 0;
  return 10 + length + footer;
}

/** A first frame with "Xing" or "Info" holds no sound, but tells how many frames follow; 0 where it does not. */
function readAnnouncedFrames(frame: Buffer): number {
  const text = frame.toString("latin1");
  const at = [text.indexOf("Xing"), text.indexOf("Info")].find((found) => found >= 4 && found <= 36);
  if (at === undefined || frame.length < at + 12) return 0;
  const hasFrames = (frame.readUInt32BE(at + 4) & 1) !== 0;
  return hasFrames ? frame.readUInt32BE(at + 8) : 0;
}

async function readAt(file: FileHandle, position: number, bytes: number): Promise<Buffer> {
  const buffer = Buffer.alloc(bytes);
  const { bytesRead } = await file.read(buffer, 0, bytes, position);
  return buffer.subarray(0, bytesRead);
}
