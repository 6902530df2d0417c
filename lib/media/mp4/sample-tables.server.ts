import type { FileHandle } from "node:fs/promises";
import { BrokenBoxError, readLayout, readWholeBox, listBoxes, type Box } from "./boxes.server";

/**
 * Whether a part of an MP4 or QuickTime file is missing or overwritten, where its bytes prove it: a box reaches beyond the
 * end of the file, the index (`moov`) is missing or contradicts itself, or it places a sample where the file has ended.
 */
export async function isMp4CutOff(file: FileHandle): Promise<boolean> {
  const { boxes, size, isCut } = await readLayout(file);
  const index = boxes.find(({ type }) => type === "moov");
  if (isCut || !index) return true;
  try {
    const moov = await readWholeBox(file, index);
    // The samples of fragments are told beside them, in boxes that were all there.
    return listSampleTables(moov).some((tables) => findSamplesEnd(moov, tables) > size);
  } catch (error) {
    if (error instanceof BrokenBoxError) return true;
    throw error;
  }
}

/** Where the chunks of samples of one track lie, and how long each sample is, as its index (`stbl`) tells. */
export interface SampleTables {
  /** The box with the offsets: `stco` of 32 bits or `co64` of 64. */
  offsets: { box: Box; entryBytes: 4 | 8; count: number };
  sampleToChunk: Box;
  sizes: Box;
}

/** Version and flags, which begin every box of these. */
const versionBytes = 4;

/** The tables of every track of an index. Throws BrokenBoxError where the boxes contradict themselves. */
export function listSampleTables(moov: Buffer): SampleTables[] {
  const tracks = listBoxes(moov, wholeOf(moov)).filter(({ type }) => type === "trak");
  return tracks.map((track) => {
    const stbl = ["mdia", "minf", "stbl"].reduce((box, type) => getBox(moov, box, [type]), track);
    const box = getBox(moov, stbl, ["stco", "co64"]);
    const entryBytes = box.type === "stco" ? 4 : 8;
    const count = readCount(moov, box, { at: versionBytes, entryBytes });
    return {
      offsets: { box, entryBytes, count },
      sampleToChunk: getBox(moov, stbl, ["stsc"]),
      sizes: getBox(moov, stbl, ["stsz", "stz2"]),
    };
  });
}

/** The index box itself, where it stands alone in its bytes. */
export function wholeOf(moov: Buffer): Pick<Box, "bodyStart" | "end"> {
  return { bodyStart: moov.readUInt32BE(0) === 1 ? 16 : 8, end: moov.length };
}

/** Where the last byte of all samples of a track lies in the file, exclusive; 0 where it has none. */
export function findSamplesEnd(moov: Buffer, tables: SampleTables): number {
  const size = openSizes(moov, tables.sizes);
  const runs = readRuns(moov, tables.sampleToChunk);
  let sample = 0;
  let end = 0;
  for (let chunk = 0, run = 0; chunk < tables.offsets.count && sample < size.count; chunk += 1) {
    while ((runs[run + 1]?.firstChunk ?? Infinity) <= chunk + 1) run += 1;
    const last = Math.min(size.count, sample + (runs[run]?.samples ?? 0));
    end = Math.max(end, readOffset(moov, tables, chunk) + size.sum(sample, last));
    sample = last;
  }
  if (sample < size.count) throw new BrokenBoxError(`Only ${sample} of ${size.count} samples have a place`);
  return end;
}

/** Offset of a chunk from the beginning of the file. */
export function readOffset(moov: Buffer, { offsets }: SampleTables, chunk: number): number {
  const at = offsetAt(offsets, chunk);
  return offsets.entryBytes === 4 ? moov.readUInt32BE(at) : Number(moov.readBigUInt64BE(at));
}

/** Throws RangeError where the offset does not fit into 32 bits and there are no more. */
export function writeOffset(moov: Buffer, { offsets }: SampleTables, chunk: number, value: number): void {
  const at = offsetAt(offsets, chunk);
  if (offsets.entryBytes === 4) moov.writeUInt32BE(value, at);
  else moov.writeBigUInt64BE(BigInt(value), at);
}

function offsetAt({ box, entryBytes }: SampleTables["offsets"], chunk: number): number {
  return box.bodyStart + versionBytes + 4 + chunk * entryBytes;
}

function getBox(moov: Buffer, parent: Box, types: readonly string[]): Box {
  const box = listBoxes(moov, parent).find(({ type }) => types.includes(type));
  if (!box) throw new BrokenBoxError(`There is no ${types.join(" or ")} in ${parent.type}`);
  return box;
}

/** How many entries a box says it has, where that many fit into it. */
function readCount(moov: Buffer, box: Box, { at, entryBytes }: { at: number; entryBytes: number }): number {
  const countAt = box.bodyStart + at;
  const count = countAt + 4 <= box.end ? moov.readUInt32BE(countAt) : NaN;
  if (!(countAt + 4 + Math.ceil(count * entryBytes) <= box.end)) {
    throw new BrokenBoxError(`The entries of ${box.type} do not fit into it`);
  }
  return count;
}

/** ISO 14496-12, 8.7.4: from that chunk (from 1) on, each has so many samples. */
function readRuns(moov: Buffer, box: Box): { firstChunk: number; samples: number }[] {
  const count = readCount(moov, box, { at: versionBytes, entryBytes: 12 });
  return Array.from({ length: count }, (_one, index) => {
    const at = box.bodyStart + versionBytes + 4 + index * 12;
    return { firstChunk: moov.readUInt32BE(at), samples: moov.readUInt32BE(at + 4) };
  });
}

interface SampleSizes {
  count: number;
  /** Bytes of the samples from one to another, that one not among them. */
  sum: (from: number, to: number) => number;
}

/** ISO 14496-12, 8.7.3: one size for all samples, or one for each, in the compact form of 4, 8 or 16 bits. */
function openSizes(moov: Buffer, box: Box): SampleSizes {
  const uniform = box.bodyStart + versionBytes;
  const entries = uniform + 8;
  if (entries > box.end) throw new BrokenBoxError(`${box.type} is too short`);
  if (box.type === "stsz") {
    const bytes = moov.readUInt32BE(uniform);
    // No box bounds their number, so they are not counted one by one.
    if (bytes !== 0) return { count: moov.readUInt32BE(uniform + 4), sum: (from, to) => (to - from) * bytes };
    const count = readCount(moov, box, { at: versionBytes + 4, entryBytes: 4 });
    return { count, sum: sumOf((sample) => moov.readUInt32BE(entries + sample * 4)) };
  }
  const bits = moov.readUInt8(uniform + 3);
  const count = readCount(moov, box, { at: versionBytes + 4, entryBytes: bits / 8 });
  if (bits === 16) return { count, sum: sumOf((sample) => moov.readUInt16BE(entries + sample * 2)) };
  if (bits === 8) return { count, sum: sumOf((sample) => moov.readUInt8(entries + sample)) };
  if (bits !== 4) throw new BrokenBoxError(`Sizes of ${bits} bits`);
  const readHalf = (sample: number) =>
    (moov.readUInt8(entries + (sample >> 1)) >> (sample % 2 === 0 ? 4 : 0)) & 15;
  return { count, sum: sumOf(readHalf) };
}

function sumOf(read: (sample: number) => number): SampleSizes["sum"] {
  return (from, to) => {
    let sum = 0;
    for (let sample = from; sample < to; sample += 1) sum += read(sample);
    return sum;
  };
}
