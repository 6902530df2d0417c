import { open, type FileHandle } from "node:fs/promises";
import type { SoundMeasures } from "../stored-asset";
import { readMpegFrame } from "./mpeg-frames";

const windowBytes = 256 * 1024;
const headerBytes = 4;
const id3v1Bytes = 128;

/** What the row of frames of an MPEG audio file tells, without decoding it. */
export interface MpegWalk {
  /** One that only tells of the others included. */
  frames: number;
  /** How many a first frame says follow it; 0 where it does not. */
  announcedFrames: number;
  /** Of those that sound. */
  durationSeconds: number;
  /** Of the first one that sounds; null where none does. */
  format: SoundMeasures | null;
  /**
   * Where the row ends: `whole` with the file or before a tag of the old kind, `cut` inside a frame, `other` before
   * something that is no frame.
   */
  end: "whole" | "cut" | "other";
}

/** Goes from frame to frame, from the first one behind an ID3v2 tag. In constant memory. */
export async function walkMpegFrames(filePath: string): Promise<MpegWalk> {
  const file = await open(filePath, "r");
  try {
    return await walk(file, (await file.stat()).size);
  } finally {
    await file.close();
  }
}

async function walk(file: FileHandle, size: number): Promise<MpegWalk> {
  const buffer = Buffer.allocUnsafe(windowBytes);
  const read = async (position: number) => {
    const { bytesRead } = await file.read(buffer, 0, windowBytes, position);
    return buffer.subarray(0, bytesRead);
  };
  const found: MpegWalk = { frames: 0, announcedFrames: 0, durationSeconds: 0, format: null, end: "whole" };
  const start = measureId3(await read(0));
  let window = await read(start);
  for (let at = start, base = start; at < size;) {
    if (at + headerBytes > base + window.length) {
      base = at;
      window = await read(base);
    }
    const rest = window.subarray(at - base);
    if (isBeginningOfHeader(rest)) return { ...found, end: "cut" };
    const frame = readMpegFrame(rest, 0);
    if (!frame) return isId3v1(rest, size - at) ? found : { ...found, end: "other" };
    if (at + frame.bytes > size) return { ...found, end: "cut" };
    // The first frame is in the first window, whole.
    const tells = found.frames === 0 ? readAnnouncedFrames(rest.subarray(0, frame.bytes)) : null;
    if (tells === null) {
      const { sampleRateHz, channels } = frame;
      found.format ??= { sampleRateHz, channels };
      found.durationSeconds += frame.seconds;
    } else found.announcedFrames = tells;
    found.frames += 1;
    at += frame.bytes;
  }
  return found;
}

/** Up to three bytes at the end of the file that a header begins with, but that are none. */
function isBeginningOfHeader(rest: Buffer): boolean {
  return rest.length < headerBytes && rest[0] === 0xff && ((rest[1] ?? 0xe0) & 0xe0) === 0xe0;
}

function isId3v1(rest: Buffer, restBytes: number): boolean {
  return restBytes === id3v1Bytes && rest.toString("latin1", 0, 3) === "TAG";
}

/** How many bytes an ID3v2 tag before the first frame takes: it tells its length in four times seven bits. */
function measureId3(head: Buffer): number {
  if (head.length < 10 || head.toString("latin1", 0, 3) !== "ID3") return 0;
  const length = head.subarray(6, 10).reduce((sum, byte) => (sum << 7) | (byte & 0x7f), 0);
  const footer = (head.readUInt8(5) & 0x10) !== 0 ? 10 : 0;
  return 10 + length + footer;
}

/**
 * A first frame with "Xing" or "Info" holds no sound, but may tell how many frames follow: 0 where it does not; null for
 * a frame with sound.
 */
function readAnnouncedFrames(frame: Buffer): number | null {
  const text = frame.toString("latin1", 0, 48);
  const at = [text.indexOf("Xing"), text.indexOf("Info")].find((found) => found >= 4 && found <= 36);
  if (at === undefined) return null;
  const hasFrames = frame.length >= at + 12 && (frame.readUInt32BE(at + 4) & 1) !== 0;
  return hasFrames ? frame.readUInt32BE(at + 8) : 0;
}
