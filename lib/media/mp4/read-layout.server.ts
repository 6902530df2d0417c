import type { FileHandle } from "node:fs/promises";
import { BrokenBoxError, maxBoxHeaderBytes, readBox, type Box } from "./boxes";

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
