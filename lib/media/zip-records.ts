/**
 * The records of a ZIP whose entries are stored uncompressed, with their checksum after them, in ZIP64 where they need to be
 * (PKWARE APPNOTE 6.3.10, sections 4.3 to 4.5). Pure.
 */

const max16 = 0xffff;
const max32 = 0xffff_ffff;
const versionZip = 20;
const versionZip64 = 45;
/** The checksum follows the bytes, and the name is UTF-8. */
const flags = 0x0808;
const localHeaderBytes = 30;
const centralHeaderBytes = 46;

/** An entry at its place in the archive. */
export interface PlacedEntry {
  name: Buffer;
  bytes: number;
  lastModified: Date;
  offset: number;
}

const isLarge = (entry: PlacedEntry) => entry.bytes >= max32;

/** The bytes of an entry with its header and descriptor. */
export function measureEntry(entry: PlacedEntry): number {
  const [extra, descriptor] = isLarge(entry) ? [20, 24] : [0, 16];
  return localHeaderBytes + entry.name.length + extra + entry.bytes + descriptor;
}

export function writeLocalHeader(entry: PlacedEntry): Buffer {
  const extra = isLarge(entry) ? writeZip64Extra([entry.bytes, entry.bytes]) : Buffer.alloc(0);
  const header = Buffer.alloc(localHeaderBytes);
  header.writeUInt32LE(0x0403_4b50, 0);
  header.writeUInt16LE(isLarge(entry) ? versionZip64 : versionZip, 4);
  header.writeUInt16LE(flags, 6);
  header.writeUInt32LE(toDosTime(entry.lastModified), 10);
  if (isLarge(entry)) header.fill(0xff, 18, 26);
  header.writeUInt16LE(entry.name.length, 26);
  header.writeUInt16LE(extra.length, 28);
  return Buffer.concat([header, entry.name, extra]);
}

export function writeDescriptor(entry: PlacedEntry, crc32: number): Buffer {
  const descriptor = Buffer.alloc(isLarge(entry) ? 24 : 16);
  descriptor.writeUInt32LE(0x0807_4b50, 0);
  descriptor.writeUInt32LE(crc32, 4);
  for (const place of [0, 1]) {
    if (isLarge(entry)) descriptor.writeBigUInt64LE(BigInt(entry.bytes), 8 + place * 8);
    else descriptor.writeUInt32LE(entry.bytes, 8 + place * 4);
  }
  return descriptor;
}

export function measureCentralHeader(entry: PlacedEntry): number {
  return centralHeaderBytes + entry.name.length + writeCentralExtra(entry).length;
}

export function writeCentralHeader(entry: PlacedEntry, crc32: number): Buffer {
  const extra = writeCentralExtra(entry);
  const version = extra.length > 0 ? versionZip64 : versionZip;
  const header = Buffer.alloc(centralHeaderBytes);
  header.writeUInt32LE(0x0201_4b50, 0);
  header.writeUInt16LE(version, 4);
  header.writeUInt16LE(version, 6);
  header.writeUInt16LE(flags, 8);
  header.writeUInt32LE(toDosTime(entry.lastModified), 12);
  header.writeUInt32LE(crc32, 16);
  header.writeUInt32LE(Math.min(entry.bytes, max32), 20);
  header.writeUInt32LE(Math.min(entry.bytes, max32), 24);
  header.writeUInt16LE(entry.name.length, 28);
  header.writeUInt16LE(extra.length, 30);
  header.writeUInt32LE(Math.min(entry.offset, max32), 42);
  return Buffer.concat([header, entry.name, extra]);
}

function writeCentralExtra({ bytes, offset }: PlacedEntry): Buffer {
  const values = [...(bytes >= max32 ? [bytes, bytes] : []), ...(offset >= max32 ? [offset] : [])];
  return values.length > 0 ? writeZip64Extra(values) : Buffer.alloc(0);
}

function writeZip64Extra(values: readonly number[]): Buffer {
  const extra = Buffer.alloc(4 + values.length * 8);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(values.length * 8, 2);
  for (const [index, value] of values.entries()) extra.writeBigUInt64LE(BigInt(value), 4 + index * 8);
  return extra;
}

/** The end of an archive: how many entries it has, and where their central headers are. */
export function writeEnd({ count, offset, bytes }: { count: number; offset: number; bytes: number }): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x0605_4b50, 0);
  end.writeUInt16LE(Math.min(count, max16), 8);
  end.writeUInt16LE(Math.min(count, max16), 10);
  end.writeUInt32LE(Math.min(bytes, max32), 12);
  end.writeUInt32LE(Math.min(offset, max32), 16);
  if (count < max16 && bytes < max32 && offset < max32) return end;
  const zip64 = Buffer.alloc(56);
  zip64.writeUInt32LE(0x0606_4b50, 0);
  zip64.writeBigUInt64LE(44n, 4);
  zip64.writeUInt16LE(versionZip64, 12);
  zip64.writeUInt16LE(versionZip64, 14);
  for (const [index, value] of [count, count, bytes, offset].entries())
    zip64.writeBigUInt64LE(BigInt(value), 24 + index * 8);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x0706_4b50, 0);
  locator.writeBigUInt64LE(BigInt(offset + bytes), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([zip64, locator, end]);
}

/** Date and time in UTC; the format begins in 1980 and has no time zone. */
function toDosTime(date: Date): number {
  const year = Math.min(Math.max(date.getUTCFullYear(), 1980), 2107) - 1980;
  const day = (year << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate();
  const time = (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1);
  return ((day << 16) | time) >>> 0;
}
