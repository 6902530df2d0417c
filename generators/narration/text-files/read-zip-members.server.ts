import path from "node:path";
import { crc32 } from "node:zlib";
import { fromBufferPromise, getFileNameLowLevel, validateFileName, type Entry, type ZipFile } from "yauzl";
import type { SkippedPart, TextFileProblem } from "./text-file";
import { maxPackRatio, maxTextFileMembers, maxUnpackedBytes, packRatioFreeBytes } from "./text-file-limits";

export interface ZipMembers {
  /** Files of the archive and of folders in it, each with its path. */
  members: { name: string; bytes: Uint8Array }[];
  skipped: SkippedPart[];
  problems: TextFileProblem[];
}

/** An archive that cannot be read on: what was found until then is told with it. */
class UnreadableZip extends Error {}

/**
 * The files of an archive, unpacked in memory within the limits of a text file. What is wrong is told for each member;
 * an archive that is damaged, or unpacks to far more than text, is not read on.
 */
export async function readZipMembers(archive: Buffer): Promise<ZipMembers> {
  const found: ZipMembers = { members: [], skipped: [], problems: [] };
  let zip: ZipFile | undefined;
  try {
    // Names are decoded and judged below, so that a bad one is told and does not end the reading.
    zip = await fromBufferPromise(archive, { decodeStrings: false, autoClose: false });
    if (zip.entryCount > maxTextFileMembers) {
      found.problems.push({ key: "text-file.too-many", values: { max: maxTextFileMembers } });
      return found;
    }
    for await (const entry of zip.eachEntry()) await readEntry(zip, entry, found);
  } catch (error) {
    // The library throws plain errors for whatever contradicts itself in an archive.
    if (!(error instanceof UnreadableZip)) found.problems.push({ key: "text-file.damaged", values: {} });
  } finally {
    zip?.close();
  }
  return found;
}

const longestToldName = 120;

async function readEntry(zip: ZipFile, entry: Entry, found: ZipMembers): Promise<void> {
  const { generalPurposeBitFlag, fileNameRaw, extraFields } = entry;
  const name = getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false);
  if (isLeftByDesktop(name)) return void found.skipped.push({ member: name, reason: "desktop-file" });
  const refuse = (key: TextFileProblem["key"]) =>
    void found.problems.push({ key, values: { member: name.slice(0, longestToldName).toWellFormed() } });
  if (validateFileName(name) !== null || /[\p{Cc}\p{Cs}]/u.test(name)) return refuse("text-file.path");
  // A folder alone is named with what is in it.
  if (name.endsWith("/")) return;
  if (entry.isEncrypted()) return refuse("text-file.encrypted");
  const key = toComparable(name);
  if (found.members.some((other) => toComparable(other.name) === key)) return refuse("text-file.duplicate");
  if (isBomb(entry, found)) {
    refuse("text-file.bomb");
    throw new UnreadableZip();
  }
  found.members.push({ name, bytes: await unpack(zip, entry) });
}

/** Names that are one on a file system that ignores case, or composes letters. */
function toComparable(name: string): string {
  return name.normalize("NFC").toLowerCase();
}

function isBomb({ uncompressedSize, compressedSize }: Entry, { members }: ZipMembers): boolean {
  const total = members.reduce((sum, { bytes }) => sum + bytes.byteLength, uncompressedSize);
  const ratio = uncompressedSize / Math.max(1, compressedSize);
  return total > maxUnpackedBytes || (uncompressedSize > packRatioFreeBytes && ratio > maxPackRatio);
}

/** The library ends a member that is longer or shorter than the archive says; the checksum is ours to look at. */
async function unpack(zip: ZipFile, entry: Entry): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Uint8Array>)
    chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  if (crc32(bytes) !== entry.crc32) throw new Error(`checksum of ${entry.relativeOffsetOfLocalHeader}`);
  return bytes;
}

/** What desktops put into archives unasked. */
function isLeftByDesktop(name: string): boolean {
  const base = path.posix.basename(name).toLowerCase();
  return (
    name.startsWith("__MACOSX/") || base === ".ds_store" || base === "thumbs.db" || base === "desktop.ini"
  );
}
