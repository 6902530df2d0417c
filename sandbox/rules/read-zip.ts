import { inflateRawSync } from "node:zlib";

/** A file inside a zip archive. */
export interface ZipMember {
  name: string;
  bytes: Buffer;
}

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LONGEST_COMMENT = 65_535;
const MAXIMUM_MEMBER_BYTES = 16 * 1024 * 1024;
const MAXIMUM_MEMBERS = 1_000;

/** Files of a zip archive, folders left out; null when the bytes are no such archive or are damaged. */
export function readZip(archive: Buffer): ZipMember[] | null {
  const end = findEndOfDirectory(archive);
  if (end === null) return null;
  try {
    const count = archive.readUInt16LE(end + 10);
    if (count > MAXIMUM_MEMBERS) return null;
    let place = archive.readUInt32LE(end + 16);
    const members: ZipMember[] = [];
    for (let index = 0; index < count; index += 1) {
      if (archive.readUInt32LE(place) !== DIRECTORY_ENTRY) return null;
      const nameLength = archive.readUInt16LE(place + 28);
      const name = archive.toString("utf8", place + 46, place + 46 + nameLength);
      if (!name.endsWith("/")) members.push({ name, bytes: readMember(archive, place) });
      place += 46 + nameLength + archive.readUInt16LE(place + 30) + archive.readUInt16LE(place + 32);
    }
    return members;
  } catch (error) {
    // A place beyond the end, or data that does not inflate: the archive is damaged.
    if (error instanceof RangeError || (error as NodeJS.ErrnoException).code?.startsWith("Z_")) return null;
    throw error;
  }
}

function readMember(archive: Buffer, directoryPlace: number): Buffer {
  const method = archive.readUInt16LE(directoryPlace + 10);
  const packedBytes = archive.readUInt32LE(directoryPlace + 20);
  const local = archive.readUInt32LE(directoryPlace + 42);
  const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
  const packed = archive.subarray(start, start + packedBytes);
  if (method === 0) return packed;
  if (method === 8) return inflateRawSync(packed, { maxOutputLength: MAXIMUM_MEMBER_BYTES });
  throw new RangeError(`zip method ${method}`);
}

function findEndOfDirectory(archive: Buffer): number | null {
  const first = Math.max(archive.byteLength - 22 - LONGEST_COMMENT, 0);
  for (let place = archive.byteLength - 22; place >= first; place -= 1) {
    if (archive.readUInt32LE(place) === END_OF_DIRECTORY) return place;
  }
  return null;
}
