import { open, type FileHandle } from "node:fs/promises";
import { rawAudioFrameBytes } from "../raw-audio";
import type { MeasuredMedia } from "./measure-media.server";
import { walkMpegFrames } from "./walk-mpeg-frames.server";

/**
 * Whether the end of a sound is missing, where its bytes prove it: a header announces more than there is, or the last
 * frame or sample is incomplete. False where nothing can be told.
 */
export async function isCutOff(filePath: string, sound: MeasuredMedia): Promise<boolean> {
  if (sound.mimeType === "audio/mpeg") return isMpegCutOff(filePath);
  const file = await open(filePath, "r");
  try {
    const { size } = await file.stat();
    if (sound.rawAudio) return size % rawAudioFrameBytes(sound.rawAudio) !== 0;
    if (sound.mimeType === "audio/wav") return await isWavCutOff(file, size);
    if (sound.mimeType === "audio/flac") return await isFlacCutOff(file, sound.durationSeconds ?? 0);
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

/** Gives up where the row of frames ends in something else, as a tag at the end is. */
async function isMpegCutOff(filePath: string): Promise<boolean> {
  const { frames, announcedFrames, end } = await walkMpegFrames(filePath);
  return end === "cut" || (announcedFrames > 0 && frames <= announcedFrames);
}

async function readAt(file: FileHandle, position: number, bytes: number): Promise<Buffer> {
  const buffer = Buffer.alloc(bytes);
  const { bytesRead } = await file.read(buffer, 0, bytes, position);
  return buffer.subarray(0, bytesRead);
}
