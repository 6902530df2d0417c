import type { FileHandle } from "node:fs/promises";

/** A box of an MP4 or QuickTime file (ISO 14496-12, 4.2): a length, a four-letter type and a body. */
export interface Box {
  type: string;
  /** Offset of its header. */
  start: number;
  /** Offset of its body. */
  bodyStart: number;
  /** Offset after its last byte. */
  end: number;
}

/** The boxes contradict each other: the file is damaged or forged. */
export class BrokenBoxError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "BrokenBoxError";
  }
}

/** The longest header, with a 64-bit length. */
const maxBoxHeaderBytes = 16;

/**
 * Parses the box header at `at` in `bytes`, which start at `offset` in the file; a length of 0 means up to
 * `limit`. Null where too few bytes are left, or there is no valid header.
 */
function readBox(
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

/** The child boxes of a box, which must fill it. Offsets are relative to `bytes`. */
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

/** The index of a long film has some megabytes; larger ones are not read into memory. */
const maxIndexBytes = 32 * 1024 * 1024;

/** The valid top-level boxes of a file, up to the first invalid one. */
export interface Mp4Layout {
  boxes: Box[];
  size: number;
  /** The last box or its header extends beyond the end of the file. */
  isCut: boolean;
}

/**
 * Lists the top-level boxes without reading their bodies. Stops at bytes that are no box, for example padding
 * at the end.
 */
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

/** Reads a whole box, header included. Throws BrokenBoxError where it is larger than any index. */
export async function readWholeBox(file: FileHandle, { type, start, end }: Box): Promise<Buffer> {
  if (end - start > maxIndexBytes) throw new BrokenBoxError(`${type} has ${end - start} bytes`);
  const bytes = Buffer.alloc(end - start);
  const { bytesRead } = await file.read(bytes, 0, bytes.length, start);
  if (bytesRead < bytes.length) throw new BrokenBoxError(`${type} is not all there`);
  return bytes;
}
