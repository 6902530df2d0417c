import { open, type FileHandle } from "node:fs/promises";
import { isDeepStrictEqual } from "node:util";
import { getLogger } from "@/lib/errors/logger.server";
import { isCutOff } from "../inspect/is-cut-off.server";
import { measureMedia, type MeasuredMedia } from "../inspect/measure-media.server";
import type { BlobStore, BlobWriter } from "../store/blob-store.server";
import { type Box, readLayout, readWholeBox, type Mp4Layout } from "./boxes.server";
import { listSampleTables, readOffset, writeOffset } from "./sample-tables.server";

export interface RewrittenVideo {
  /** Sealed; the caller commits or discards it. */
  writer: BlobWriter;
  sha256: string;
}

/**
 * The same video with its index in front, so that it starts at once wherever it is played, in constant memory: no frame is
 * touched. Null where it starts at once already, or where it cannot be made so: the video stays as it is then, which the
 * log tells, and is never lost for it. The same bytes always give the same bytes.
 */
export async function rewriteIndexFirst(
  store: BlobStore,
  original: BlobWriter,
  measured: MeasuredMedia,
): Promise<RewrittenVideo | null> {
  if (measured.mimeType !== "video/mp4" && measured.mimeType !== "video/quicktime") return null;
  let writer: BlobWriter | undefined;
  try {
    const file = await open(original.path, "r");
    try {
      const plan = await planIndexFirst(file);
      if (!plan) return null;
      writer = await store.createWriter();
      for await (const chunk of readIndexFirst(file, plan)) await writer.write(chunk);
    } finally {
      await file.close();
    }
    const { sha256 } = await writer.seal();
    await assertSame(writer, measured);
    return { writer, sha256 };
  } catch (error) {
    await writer?.discard();
    getLogger().warn({ err: error }, "The index of a video could not be put in front; it is kept as it came");
    return null;
  }
}

/** What comes out is looked at as what came in was. */
async function assertSame(rewritten: BlobWriter, measured: MeasuredMedia): Promise<void> {
  const { kind, mimeType } = measured;
  const again = await measureMedia(rewritten.path, { kind, mimeType });
  if (!isDeepStrictEqual(again, measured) || (await isCutOff(rewritten.path, again))) {
    throw new Error("The video with its index in front is not what it was");
  }
}

/** Where the bytes of a file go when its index is put in front of its frames. */
export interface IndexFirstPlan {
  /** The index, with the new places of all samples. */
  moov: Buffer;
  /** It is put in here. */
  insertAt: number;
  /** Where it stood. */
  moovStart: number;
  moovEnd: number;
  size: number;
}

/** The file is one whose index cannot be moved by changing the places of its samples alone. */
export class IndexNotMovableError extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = "IndexNotMovableError";
  }
}

/** What may stand beside index and frames without pointing anywhere (ISO 14496-12; QuickTime File Format). */
const inertBoxes = new Set(["ftyp", "free", "skip", "wide", "udta", "uuid", "mdat", "moov"]);
/** In an index: fragments, a compressed index, and boxes that hold places other than those of chunks. */
const pointingBoxes = ["mvex", "cmov", "saio", "iloc"];

/**
 * How to put the index (`moov`) of an MP4 file before its frames, so that a player that reads from the front can begin at
 * once. Every other byte stays as it is, in its order. Null where the index stands in front already.
 *
 * Throws IndexNotMovableError, and BrokenBoxError for a damaged index.
 */
export async function planIndexFirst(file: FileHandle): Promise<IndexFirstPlan | null> {
  const layout = await readLayout(file);
  const index = findOne(layout, "moov");
  const media = layout.boxes.find(({ type }) => type === "mdat");
  if (!media || index.start < media.start) return null;
  const strange = layout.boxes.find(({ type }) => !inertBoxes.has(type));
  if (strange) throw new IndexNotMovableError(`There is a box ${strange.type}`);
  if (layout.isCut || layout.boxes.at(-1)?.end !== layout.size) {
    throw new IndexNotMovableError("There is something behind the last box");
  }
  const moov = await readWholeBox(file, index);
  const pointing = pointingBoxes.find((type) => moov.includes(type, 0, "latin1"));
  if (pointing) throw new IndexNotMovableError(`The index has ${pointing}`);
  const plan = { moov, insertAt: media.start, moovStart: index.start, moovEnd: index.end, size: layout.size };
  moveSamples(plan);
  return plan;
}

function findOne({ boxes }: Mp4Layout, type: string): Box {
  const [box, second] = boxes.filter((candidate) => candidate.type === type);
  if (!box || second) throw new IndexNotMovableError(`There is not one ${type}`);
  return box;
}

/** What lay between the new and the old place of the index moves back by its length; what lay around stays. */
function moveSamples({ moov, insertAt, moovStart }: IndexFirstPlan): void {
  for (const tables of listSampleTables(moov)) {
    for (let chunk = 0; chunk < tables.offsets.count; chunk += 1) {
      const offset = readOffset(moov, tables, chunk);
      if (offset < insertAt || offset >= moovStart) continue;
      const moved = offset + moov.length;
      if (tables.offsets.entryBytes === 4 && moved > 0xffff_ffff) {
        throw new IndexNotMovableError("The places of the samples do not fit into 32 bits");
      }
      writeOffset(moov, tables, chunk, moved);
    }
  }
}

const copyBytes = 1024 * 1024;

/** The bytes of the file in their new order. Each chunk is good until the next one is asked for. */
export async function* readIndexFirst(file: FileHandle, plan: IndexFirstPlan): AsyncGenerator<Uint8Array> {
  const buffer = Buffer.allocUnsafeSlow(copyBytes);
  yield* copy(0, plan.insertAt);
  yield plan.moov;
  yield* copy(plan.insertAt, plan.moovStart);
  yield* copy(plan.moovEnd, plan.size);

  async function* copy(start: number, end: number): AsyncGenerator<Uint8Array> {
    for (let at = start; at < end;) {
      const { bytesRead } = await file.read(buffer, 0, Math.min(copyBytes, end - at), at);
      if (bytesRead === 0) throw new Error("The file became shorter while it was read");
      yield buffer.subarray(0, bytesRead);
      at += bytesRead;
    }
  }
}
