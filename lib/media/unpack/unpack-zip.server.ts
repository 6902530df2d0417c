import path from "node:path";
import { crc32 } from "node:zlib";
import { getFileNameLowLevel, openPromise, type Entry, type ZipFile } from "yauzl";
import { getDataDir } from "@/lib/env/env.server";
import { SpoolFile } from "../store/spool-file.server";
import { toMemberPath, type UnpackBudget, UnpackError, handOut, type UnpackedMember } from "./archive-member";

/** Whether the bytes begin like a ZIP with members, or like one without. */
export function isZip(head: Uint8Array): boolean {
  return ["PK\x03\x04", "PK\x05\x06"].includes(Buffer.from(head.subarray(0, 4)).toString("latin1"));
}

/**
 * The files of a ZIP. What it holds is told at its end, so it waits in a temporary file of the media folder, which is
 * tidied after a kill like any other.
 */
export async function* unpackZip(
  source: AsyncIterable<Uint8Array>,
  budget: UnpackBudget,
  maxPackedBytes: number,
  spoolFolder = path.join(/* turbopackIgnore: true */ getDataDir(), "media", "tmp"),
): AsyncGenerator<UnpackedMember> {
  const spool = await SpoolFile.create(spoolFolder);
  let zip: ZipFile | undefined;
  try {
    for await (const chunk of source) {
      if (spool.bytes + chunk.byteLength > maxPackedBytes) throw new UnpackError("too-large");
      await spool.write(chunk);
    }
    await spool.finish();
    // Names are decoded and judged below, in the words of UnpackError.
    zip = await orDamaged(openPromise(spool.path, { decodeStrings: false, autoClose: false }), "truncated");
    yield* unpackEntries(zip, budget);
  } finally {
    zip?.close();
    await spool.remove();
  }
}

async function* unpackEntries(zip: ZipFile, budget: UnpackBudget): AsyncGenerator<UnpackedMember> {
  const entries = zip.eachEntry();
  for (;;) {
    const next = await orDamaged(entries.next(), "damaged");
    if (next.done) return;
    yield* openEntry(zip, next.value, budget);
  }
}

async function* openEntry(zip: ZipFile, entry: Entry, budget: UnpackBudget): AsyncGenerator<UnpackedMember> {
  const { generalPurposeBitFlag, fileNameRaw, extraFields, uncompressedSize: size } = entry;
  const name = getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false);
  if (name.endsWith("/")) return;
  const memberPath = toMemberPath(name);
  if (entry.isEncrypted() || isLinkOrDevice(entry)) {
    throw new UnpackError("unsafe-member", { memberName: name });
  }
  budget.takeMember(name);
  if (size === 0) throw new UnpackError("empty", { memberName: name });
  budget.checkRatio(size, entry.compressedSize, name);
  yield* handOut({ path: memberPath, bytes: size }, readEntry(zip, entry, name, budget));
}

/** Sizes are the library's to check, the checksum is ours: only both together say that a member is whole. */
async function* readEntry(
  zip: ZipFile,
  entry: Entry,
  memberName: string,
  budget: UnpackBudget,
): AsyncGenerator<Uint8Array> {
  let checksum = 0;
  let bytes = 0;
  const stream = await orDamaged(zip.openReadStreamPromise(entry), "damaged", memberName);
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  try {
    for (;;) {
      const next = await orDamaged(chunks.next(), "damaged", memberName);
      if (next.done) break;
      bytes += next.value.byteLength;
      budget.takeBytes(next.value.byteLength, memberName);
      budget.checkRatio(bytes, entry.compressedSize, memberName);
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

/** Archives made on Unix carry the type of the file in the upper half of its attributes. */
function isLinkOrDevice({ versionMadeBy, externalFileAttributes }: Entry): boolean {
  const madeOnUnix = versionMadeBy >>> 8 === 3;
  const type = (externalFileAttributes >>> 16) & fileTypeMask;
  return madeOnUnix && type !== 0 && type !== regularFile;
}

async function orDamaged<Result>(
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
