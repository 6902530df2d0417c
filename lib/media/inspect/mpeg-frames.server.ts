import { open, type FileHandle } from "node:fs/promises";
import { mpegHeaderBytes, readMpegFrame } from "../mpeg-frame";
import type { SoundMeasures } from "../stored-asset";

/** Consecutive frames that prove MPEG audio: neither chance nor silence in raw samples produces them. */
const provingFrames = 3;

/**
 * Whether the bytes are consecutive MPEG audio or ADTS (AAC) frames. The sync word alone proves nothing: raw
 * audio that begins with silence has the same bits.
 */
export function beginsWithMpegFrames(head: Uint8Array): boolean {
  return [0, 1].some((start) => countFrames(head, start) >= provingFrames);
}

function countFrames(head: Uint8Array, start: number): number {
  let frames = 0;
  for (let at = start; frames < provingFrames; frames += 1) {
    const bytes = adtsFrameBytes(head, at) ?? readMpegFrame(head, at)?.bytes ?? null;
    if (bytes === null || at + bytes > head.length) break;
    at += bytes;
  }
  return frames;
}

function adtsFrameBytes(head: Uint8Array, at: number): number | null {
  const [b0 = 0, b1 = 0, , b3 = 0, b4 = 0, b5 = 0] = head.subarray(at, at + 6);
  if (b0 !== 0xff || (b1 & 0xf6) !== 0xf0) return null;
  const bytes = ((b3 & 3) << 11) | (b4 << 3) | (b5 >> 5);
  return bytes > 7 ? bytes : null;
}

const windowBytes = 256 * 1024;
const id3v1Bytes = 128;

/** What the frame headers of an MPEG audio file say, without decoding it. */
interface MpegWalk {
  /** Includes a Xing or Info frame. */
  frames: number;
  /** The frame count of a Xing or Info frame; 0 without one. */
  announcedFrames: number;
  /** Total playing time. */
  durationSeconds: number;
  /** Of the first audio frame; null without one. */
  format: SoundMeasures | null;
  /**
   * Where the frames end: `whole` at the end of the file or before an ID3v1 tag, `cut` inside a frame, `other`
   * before anything else.
   */
  end: "whole" | "cut" | "other";
}

/** Walks all frames after an ID3v2 tag, in constant memory. */
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
    if (at + mpegHeaderBytes > base + window.length) {
      base = at;
      window = await read(base);
    }
    const rest = window.subarray(at - base);
    if (isBeginningOfHeader(rest)) return { ...found, end: "cut" };
    const frame = readMpegFrame(rest, 0);
    if (!frame) return isId3v1(rest, size - at) ? found : { ...found, end: "other" };
    if (at + frame.bytes > size) return { ...found, end: "cut" };
    // The first window contains the whole first frame.
    const announced = found.frames === 0 ? readAnnouncedFrames(rest.subarray(0, frame.bytes)) : null;
    if (announced === null) {
      const { sampleRateHz, channels } = frame;
      found.format ??= { sampleRateHz, channels };
      found.durationSeconds += frame.seconds;
    } else found.announcedFrames = announced;
    found.frames += 1;
    at += frame.bytes;
  }
  return found;
}

/** Up to three bytes at the end of the file that could begin a header. */
function isBeginningOfHeader(rest: Buffer): boolean {
  return rest.length < mpegHeaderBytes && rest[0] === 0xff && ((rest[1] ?? 0xe0) & 0xe0) === 0xe0;
}

function isId3v1(rest: Buffer, restBytes: number): boolean {
  return restBytes === id3v1Bytes && rest.toString("latin1", 0, 3) === "TAG";
}

export const id3HeaderBytes = 10;

/** The length of an ID3v2 tag before the first frame; its size field holds four times seven bits. */
export function measureId3(head: Buffer): number {
  if (head.length < id3HeaderBytes || head.toString("latin1", 0, 3) !== "ID3") return 0;
  const length = head.subarray(6, 10).reduce((sum, byte) => (sum << 7) | (byte & 0x7f), 0);
  const footer = (head.readUInt8(5) & 0x10) !== 0 ? 10 : 0;
  return 10 + length + footer;
}

/**
 * The frame count of a first frame with "Xing" or "Info", which contains no audio; 0 where it has no count,
 * null for an audio frame.
 */
function readAnnouncedFrames(frame: Buffer): number | null {
  const text = frame.toString("latin1", 0, 48);
  const at = [text.indexOf("Xing"), text.indexOf("Info")].find((found) => found >= 4 && found <= 36);
  if (at === undefined) return null;
  const hasFrames = frame.length >= at + 12 && (frame.readUInt32BE(at + 4) & 1) !== 0;
  return hasFrames ? frame.readUInt32BE(at + 8) : 0;
}
