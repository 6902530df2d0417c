import path from "node:path";
import { crc32 } from "node:zlib";
import { fromBufferPromise, getFileNameLowLevel, openPromise, type Entry, type ZipFile } from "yauzl";
import { getDataDir } from "@/lib/env/env.server";
import { SpoolFile } from "../store/spool-file.server";
import {
  toMemberPath,
  type UnpackBudget,
  UnpackError,
  yieldMember,
  type UnpackedMember,
} from "./archive-member";

/** Whether the bytes begin like a ZIP with members, or like an empty one. */
export function isZip(head: Uint8Array): boolean {
  return ["PK\x03\x04", "PK\x05\x06"].includes(Buffer.from(head.subarray(0, 4)).toString("latin1"));
}

/** A file or folder of a ZIP, as its directory describes it. */
export interface ZipMember {
  /** With `/`, otherwise unchecked. Ends in `/` for a folder. */
  name: string;
  isEncrypted: boolean;
  /** A link, a device or a pipe. */
  isSpecial: boolean;
  bytes: number;
  packedBytes: number;
  /** Reads the unpacked bytes. Throws UnpackError `damaged` where their size or checksum is wrong. */
  read(): AsyncGenerator<Uint8Array>;
}

export interface ZipReader {
  readonly memberCount: number;
  members(): AsyncGenerator<ZipMember>;
  close(): void;
}

/** Opens a ZIP in memory or on the disk. Throws UnpackError for one that is truncated or contradicts itself. */
export async function openZip(source: Buffer | string): Promise<ZipReader> {
  // With `decodeStrings`, the library would throw for unsafe names; the caller checks them.
  const options = { decodeStrings: false, autoClose: false };
  const opening =
    typeof source === "string" ? openPromise(source, options) : fromBufferPromise(source, options);
  const zip = await orUnpackError(opening, "truncated");
  return {
    memberCount: zip.entryCount,
    members: () => listMembers(zip),
    close: () => zip.close(),
  };
}

async function* listMembers(zip: ZipFile): AsyncGenerator<ZipMember> {
  const entries = zip.eachEntry();
  for (;;) {
    const next = await orUnpackError(entries.next(), "damaged");
    if (next.done) return;
    const entry = next.value;
    const name = getFileNameLowLevel(
      entry.generalPurposeBitFlag,
      entry.fileNameRaw,
      entry.extraFields,
      false,
    );
    yield {
      name,
      isEncrypted: entry.isEncrypted(),
      isSpecial: isLinkOrDevice(entry),
      bytes: entry.uncompressedSize,
      packedBytes: entry.compressedSize,
      read: () => readEntry(zip, entry, name),
    };
  }
}

/** The library checks sizes, this function the checksum. */
async function* readEntry(zip: ZipFile, entry: Entry, memberName: string): AsyncGenerator<Uint8Array> {
  let checksum = 0;
  let bytes = 0;
  const stream = await orUnpackError(zip.openReadStreamPromise(entry), "damaged", memberName);
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  try {
    for (;;) {
      const next = await orUnpackError(chunks.next(), "damaged", memberName);
      if (next.done) break;
      bytes += next.value.byteLength;
      checksum = crc32(next.value, checksum);
      yield next.value;
    }
  } finally {
    stream.destroy();
  }
  if (checksum !== entry.crc32 || bytes !== entry.uncompressedSize) {
    throw new UnpackError("damaged", { memberName });
  }
}

const fileTypeMask = 0o170000;
const regularFile = 0o100000;

/** Archives created on Unix have the file type in the upper half of the attributes. */
function isLinkOrDevice({ versionMadeBy, externalFileAttributes }: Entry): boolean {
  const madeOnUnix = versionMadeBy >>> 8 === 3;
  const type = (externalFileAttributes >>> 16) & fileTypeMask;
  return madeOnUnix && type !== 0 && type !== regularFile;
}

async function orUnpackError<Result>(
  promise: Promise<Result>,
  fault: "truncated" | "damaged",
  memberName?: string,
): Promise<Result> {
  try {
    return await promise;
  } catch (cause) {
    throw cause instanceof UnpackError ? cause : new UnpackError(fault, { memberName, cause });
  }
}

/**
 * Unpacks a ZIP one member at a time. Its directory is at the end, so it is first written to a temporary file of the
 * media folder, which is removed like any other after a kill.
 */
export async function* unpackZip(
  source: AsyncIterable<Uint8Array>,
  budget: UnpackBudget,
  maxPackedBytes: number,
  spoolFolder = path.join(/* turbopackIgnore: true */ getDataDir(), "media", "tmp"),
): AsyncGenerator<UnpackedMember> {
  const spool = await SpoolFile.create(spoolFolder);
  let zip: ZipReader | undefined;
  try {
    for await (const chunk of source) {
      if (spool.bytes + chunk.byteLength > maxPackedBytes) throw new UnpackError("too-large");
      await spool.write(chunk);
    }
    await spool.finish();
    zip = await openZip(spool.path);
    for await (const member of zip.members()) yield* unpackMember(member, budget);
  } finally {
    zip?.close();
    await spool.remove();
  }
}

async function* unpackMember(member: ZipMember, budget: UnpackBudget): AsyncGenerator<UnpackedMember> {
  const { name, bytes, packedBytes } = member;
  if (name.endsWith("/")) return;
  const memberPath = toMemberPath(name);
  if (member.isEncrypted || member.isSpecial) throw new UnpackError("unsafe-member", { memberName: name });
  budget.addMember(name);
  if (bytes === 0) throw new UnpackError("empty", { memberName: name });
  budget.checkRatio(bytes, packedBytes, name);
  yield* yieldMember({ path: memberPath, bytes }, readWithinBudget(member, budget));
}

async function* readWithinBudget(member: ZipMember, budget: UnpackBudget): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of member.read()) {
    bytes += chunk.byteLength;
    budget.addBytes(chunk.byteLength, member.name);
    budget.checkRatio(bytes, member.packedBytes, member.name);
    yield chunk;
  }
}
