import type { FileHandle } from "node:fs/promises";
import { BrokenBoxError, readLayout, readWholeBox, listBoxes, type Box } from "./boxes.server";

/**
 * Whether part of an MP4 or QuickTime file is provably missing or overwritten: a box extends beyond the end of
 * the file, the index (`moov`) is missing or contradicts itself, or a sample lies beyond the end.
 */
export async function isMp4CutOff(file: FileHandle): Promise<boolean> {
  const { boxes, size, isCut } = await readLayout(file);
  const index = boxes.find(({ type }) => type === "moov");
  if (isCut || !index) return true;
  try {
    const moov = await readWholeBox(file, index);
    // Samples of fragments are described in fragment boxes, which are complete here.
    return listSampleTables(moov).some((tables) => findSamplesEnd(moov, tables) > size);
  } catch (error) {
    if (error instanceof BrokenBoxError) return true;
    throw error;
  }
}

/** The tables of one track's index (`stbl`): where its chunks of samples are, and the size of each sample. */
interface SampleTables {
  /** `stco` with 32-bit or `co64` with 64-bit offsets. */
  offsets: { box: Box; entryBytes: 4 | 8; count: number };
  sampleToChunk: Box;
  sizes: Box;
}

/** Version and flags, at the beginning of each of these boxes. */
const versionBytes = 4;

/** The tables of every track. Throws BrokenBoxError where the boxes contradict each other. */
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

/** The extent of an index box that is alone in its bytes. */
function wholeOf(moov: Buffer): Pick<Box, "bodyStart" | "end"> {
  return { bodyStart: moov.readUInt32BE(0) === 1 ? 16 : 8, end: moov.length };
}

/** The end of a track's last sample in the file, exclusive; 0 without samples. */
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
  if (sample < size.count) throw new BrokenBoxError(`Only ${sample} of ${size.count} samples have an offset`);
  return end;
}

/** A chunk's offset in the file. */
export function readOffset(moov: Buffer, { offsets }: SampleTables, chunk: number): number {
  const at = offsetAt(offsets, chunk);
  return offsets.entryBytes === 4 ? moov.readUInt32BE(at) : Number(moov.readBigUInt64BE(at));
}

/** Throws RangeError where the offset doesn't fit the table's width. */
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

/** The number of entries of a box, verified against its size. */
function readCount(moov: Buffer, box: Box, { at, entryBytes }: { at: number; entryBytes: number }): number {
  const countAt = box.bodyStart + at;
  const count = countAt + 4 <= box.end ? moov.readUInt32BE(countAt) : NaN;
  if (!(countAt + 4 + Math.ceil(count * entryBytes) <= box.end)) {
    throw new BrokenBoxError(`The entries of ${box.type} do not fit into it`);
  }
  return count;
}

/** ISO 14496-12, 8.7.4: from chunk `firstChunk` (from 1) on, each chunk has `samples` samples. */
function readRuns(moov: Buffer, box: Box): { firstChunk: number; samples: number }[] {
  const count = readCount(moov, box, { at: versionBytes, entryBytes: 12 });
  return Array.from({ length: count }, (_one, index) => {
    const at = box.bodyStart + versionBytes + 4 + index * 12;
    return { firstChunk: moov.readUInt32BE(at), samples: moov.readUInt32BE(at + 4) };
  });
}

interface SampleSizes {
  count: number;
  /** Total bytes from one sample to another, exclusive. */
  sum: (from: number, to: number) => number;
}

/** ISO 14496-12, 8.7.3: one size for all samples or one per sample; the compact form has 4, 8 or 16 bits. */
function openSizes(moov: Buffer, box: Box): SampleSizes {
  const uniform = box.bodyStart + versionBytes;
  const entries = uniform + 8;
  if (entries > box.end) throw new BrokenBoxError(`${box.type} is too short`);
  if (box.type === "stsz") {
    const bytes = moov.readUInt32BE(uniform);
    // The number of uniform samples isn't limited by the box, so don't iterate over them.
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
