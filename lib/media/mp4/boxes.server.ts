import type { FileHandle } from "node:fs/promises";

/** The boxes of an MP4 or QuickTime file (ISO 14496-12, 4.2): a length, a name of four letters, and what is in it. */
export interface Box {
  type: string;
  /** Where its header begins. */
  start: number;
  /** Where what is in it begins. */
  bodyStart: number;
  /** Behind its last byte. */
  end: number;
}

/** Boxes that contradict themselves: damaged, or forged. */
export class BrokenBoxError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "BrokenBoxError";
  }
}

/** The longest header: with a length of 64 bits. */
export const maxBoxHeaderBytes = 16;

/**
 * The box whose header begins at `at` of `bytes`, which lie at `offset` of the file; a length of 0 reaches to `limit`. Null
 * where fewer bytes are left than a header takes, or none begins there.
 */
export function readBox(
  bytes: Buffer,
  at: number,
  { offset, limit }: { offset: number; limit: number },
): Box | null {
  if (at + 8 > bytes.length) return null;
  const start = offset + at;
  const type = bytes.toString("latin1", at + 4, at + 8);
  const short = bytes.readUInt32BE(at);
  if (short === 0) return { type, start, bodyStart: start + 8, end: limit };
  if (short !== 1) return short < 8 ? null : { type, start, bodyStart: start + 8, end: start + short };
  if (at + maxBoxHeaderBytes > bytes.length) return null;
  const long = bytes.readBigUInt64BE(at + 8);
  if (long < 16n || long > BigInt(Number.MAX_SAFE_INTEGER)) return null;
  return { type, start, bodyStart: start + maxBoxHeaderBytes, end: start + Number(long) };
}

/** The boxes inside of one, which must fill it. Offsets are those of `bytes`. */
export function listBoxes(bytes: Buffer, { bodyStart, end }: Pick<Box, "bodyStart" | "end">): Box[] {
  const boxes: Box[] = [];
  for (let at = bodyStart; at < end;) {
    const box = readBox(bytes, at, { offset: 0, limit: end });
    if (!box || box.end > end) throw new BrokenBoxError(`No whole box at ${at}`);
    boxes.push(box);
    at = box.end;
  }
  return boxes;
}

/** Of long films it is some megabytes; more is not taken into memory. */
export const maxIndexBytes = 32 * 1024 * 1024;

/** The outermost boxes of a file, as far as they go. */
export interface Mp4Layout {
  boxes: Box[];
  size: number;
  /** The last box reaches beyond the end of the file, or only a piece of its header is there. */
  isCut: boolean;
}

/** Walks from box to box; what is in them is not read. Bytes that are no box end it, as padding behind the last one does. */
export async function readLayout(file: FileHandle): Promise<Mp4Layout> {
  const { size } = await file.stat();
  const header = Buffer.alloc(maxBoxHeaderBytes);
  const boxes: Box[] = [];
  for (let at = 0; at < size;) {
    const { bytesRead } = await file.read(header, 0, maxBoxHeaderBytes, at);
    const bytes = header.subarray(0, bytesRead);
    const box = readBox(bytes, 0, { offset: at, limit: size });
    if (!box) return { boxes, size, isCut: bytesRead < maxBoxHeaderBytes && !isPadding(bytes) };
    boxes.push(box);
    if (box.end > size) return { boxes, size, isCut: true };
    at = box.end;
  }
  return { boxes, size, isCut: false };
}

function isPadding(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0);
}

/** A box with its header, in memory. Throws BrokenBoxError where it is larger than an index ever is. */
export async function readWholeBox(file: FileHandle, { type, start, end }: Box): Promise<Buffer> {
  if (end - start > maxIndexBytes) throw new BrokenBoxError(`${type} has ${end - start} bytes`);
  const bytes = Buffer.alloc(end - start);
  const { bytesRead } = await file.read(bytes, 0, bytes.length, start);
  if (bytesRead < bytes.length) throw new BrokenBoxError(`${type} is not all there`);
  return bytes;
}
