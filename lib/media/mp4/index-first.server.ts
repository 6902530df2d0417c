import { open, type FileHandle } from "node:fs/promises";
import { isDeepStrictEqual } from "node:util";
import { getLogger } from "@/lib/errors/logger.server";
import { isCutOff } from "../inspect/is-cut-off.server";
import { measureTimedMedia, type MeasuredMedia } from "../inspect/measure-media.server";
import type { BlobStore, BlobWriter } from "../store/blob-store.server";
import { type Box, readLayout, readWholeBox, type Mp4Layout } from "./boxes.server";
import { listSampleTables, readOffset, writeOffset } from "./sample-tables.server";

export interface RewrittenVideo {
  writer: BlobWriter;
  sha256: string;
}

/**
 * Rewrites a video with its index in front, so that it starts at once wherever it plays. Works in constant
 * memory and leaves the frames untouched; the same bytes always give the same bytes. Null where the index is in
 * front already, or can't be moved: this is logged, and the video stays as it was received.
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
    getLogger().warn(
      { err: error },
      "The index of a video could not be moved to the front; the video is stored as received",
    );
    return null;
  }
}

/** Inspects the result like the original. */
async function assertSame(rewritten: BlobWriter, measured: MeasuredMedia): Promise<void> {
  const { kind, mimeType } = measured;
  const again = await measureTimedMedia(rewritten.path, { kind, mimeType });
  if (!isDeepStrictEqual(again, measured) || (await isCutOff(rewritten.path, again))) {
    throw new Error("The rewritten video measures differently from the original");
  }
}

/** How to reorder a file's bytes. */
interface IndexFirstPlan {
  /** The index, with adjusted chunk offsets. */
  moov: Buffer;
  /** Its new position. */
  insertAt: number;
  /** Its original position. */
  moovStart: number;
  moovEnd: number;
  size: number;
}

/** Moving the index would need more than adjusting chunk offsets. */
export class IndexNotMovableError extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = "IndexNotMovableError";
  }
}

/** Boxes without file offsets (ISO 14496-12; QuickTime File Format). */
const inertBoxes = new Set(["ftyp", "free", "skip", "wide", "udta", "uuid", "mdat", "moov"]);
/** In an index: fragments, a compressed index, and boxes with offsets other than those of chunks. */
const pointingBoxes = ["mvex", "cmov", "saio", "iloc"];

/**
 * Plans to move the index (`moov`) of an MP4 file before its frames, so that players can start before they have
 * the whole file. All other bytes keep their order. Null where the index is in front already.
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

/** Chunks between the new and the old position of the index move back by its length. */
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

/** Reads the file in its new order. A chunk is valid until the next one is read. */
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
