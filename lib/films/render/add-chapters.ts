import type { FileHandle } from "node:fs/promises";
import type { Chapter } from "./list-chapters";

/** What the packets of a film leave free in front of it, for so many more of them, has room for the index of any chapters. */
export const packetsForChapters = 400;

/**
 * Adds chapters to a finished MP4 file whose index is in front and followed by free space: a text track that the video refers to
 * (QuickTime File Format, "Chapter lists"), which players of all kinds read. Their words become the end of the media data.
 *
 * @param durationMs of the film, the end of the last chapter
 */
export async function addChapters(
  file: FileHandle,
  chapters: readonly Chapter[],
  durationMs: number,
): Promise<void> {
  if (chapters.length === 0) return;
  const { size } = await file.stat();
  const { moov, free, mdat } = await findParts(file, size);
  const index = Buffer.alloc(moov.length);
  await file.read(index, 0, index.length, moov.start);
  const samples = chapters.map(({ title }) => writeSample(title));
  const words = Buffer.concat(samples);
  const grown = addTrack(index, { chapters, samples, durationMs, firstOffset: size });
  const left = moov.length + free.length - grown.length;
  if (left < 8 && left !== 0)
    throw new Error(`The index of ${chapters.length} chapters has no room in the file`);
  const rest = left === 0 ? Buffer.alloc(0) : Buffer.concat([uint32(left), Buffer.from("free")]);
  await file.write(words, 0, words.length, size);
  await growBox(file, mdat, words.length);
  const front = Buffer.concat([grown, rest]);
  await file.write(front, 0, front.length, moov.start);
}

interface Place {
  start: number;
  length: number;
}

/** The index of a file, the free space behind it, and the media data at its end. */
async function findParts(file: FileHandle, size: number): Promise<{ moov: Place; free: Place; mdat: Place }> {
  const found = new Map<string, Place>();
  for (let at = 0; at + 8 <= size;) {
    const head = Buffer.alloc(16);
    await file.read(head, 0, head.length, at);
    const short = head.readUInt32BE(0);
    const length = short === 1 ? Number(head.readBigUInt64BE(8)) : short;
    if (length < 8) throw new Error(`A box of ${length} bytes`);
    const type = head.toString("latin1", 4, 8);
    if (!found.has(type)) found.set(type, { start: at, length });
    at += length;
  }
  const [moov, free, mdat] = ["moov", "free", "mdat"].map((type) => found.get(type));
  if (!moov || free?.start !== moov.start + moov.length || !mdat || mdat.start + mdat.length !== size) {
    throw new Error("The file has another order than index, free space and media data");
  }
  return { moov, free, mdat };
}

/** Its length is written with 32 or 64 bits. */
async function growBox(file: FileHandle, { start, length }: Place, bytes: number): Promise<void> {
  const head = Buffer.alloc(16);
  await file.read(head, 0, head.length, start);
  if (head.readUInt32BE(0) === 1) return void (await file.write(uint64(length + bytes), 0, 8, start + 8));
  await file.write(uint32(length + bytes), 0, 4, start);
}

interface Track {
  chapters: readonly Chapter[];
  samples: readonly Buffer[];
  durationMs: number;
  /** Where the first sample is in the file. */
  firstOffset: number;
}

/** The index with one more track, which its first video refers to. */
function addTrack(index: Buffer, track: Track): Buffer {
  const parts = listBoxes(index, 8, index.length);
  const header = parts.find(({ type }) => type === "mvhd")!.bytes;
  const isLong = header[8] === 1;
  const timescale = header.readUInt32BE(isLong ? 28 : 20);
  const id = header.readUInt32BE(header.length - 4);
  const next = Buffer.from(header);
  next.writeUInt32BE(id + 1, next.length - 4);
  const lastTrack = parts.findLastIndex(({ type }) => type === "trak");
  const video = parts.findIndex(({ type, bytes }) => type === "trak" && bytes.includes("vmhd"));
  const bodies = parts.flatMap(({ type, bytes }, at) => [
    type === "mvhd" ? next : at === video ? withReference(bytes, id) : bytes,
    ...(at === lastTrack ? [writeTrack(id, timescale, track)] : []),
  ]);
  return box("moov", ...bodies);
}

function listBoxes(buffer: Buffer, start: number, end: number): { type: string; bytes: Buffer }[] {
  const boxes = [];
  for (let at = start; at + 8 <= end;) {
    const length = buffer.readUInt32BE(at);
    boxes.push({ type: buffer.toString("latin1", at + 4, at + 8), bytes: buffer.subarray(at, at + length) });
    at += length;
  }
  return boxes;
}

/** Directly behind its header, where players look for it. */
function withReference(track: Buffer, id: number): Buffer {
  const boxes = listBoxes(track, 8, track.length).map(({ bytes }) => bytes);
  return box("trak", boxes[0]!, box("tref", box("chap", uint32(id))), ...boxes.slice(1));
}

/** A text with its length, and that it is UTF-8. */
function writeSample(text: string): Buffer {
  const bytes = Buffer.from(text.toWellFormed());
  return Buffer.concat([uint16(bytes.length), bytes, box("encd", uint32(0x100))]);
}

const millisecondsPerSecond = 1_000;

function writeTrack(
  id: number,
  movieTimescale: number,
  { chapters, samples, durationMs, firstOffset }: Track,
): Buffer {
  const lengths = chapters.map(({ startMs }, at) => (chapters[at + 1]?.startMs ?? durationMs) - startMs);
  const total = lengths.reduce((sum, length) => sum + length, 0);
  let offset = firstOffset;
  const offsets = samples.map((sample) => {
    const at = offset;
    offset += sample.length;
    return at;
  });
  const isFar = offset > 0xffff_ffff;
  const table = box(
    "stbl",
    full("stsd", 0, uint32(1), writeTextDescription()),
    full(
      "stts",
      0,
      uint32(lengths.length),
      ...lengths.map((length) => Buffer.concat([uint32(1), uint32(length)])),
    ),
    full("stsc", 0, uint32(1), uint32(1), uint32(1), uint32(1)),
    full("stsz", 0, uint32(0), uint32(samples.length), ...samples.map((sample) => uint32(sample.length))),
    full(isFar ? "co64" : "stco", 0, uint32(offsets.length), ...offsets.map(isFar ? uint64 : uint32)),
  );
  const genericMedia = box("gmhd", full("gmin", 0, uint16(0x40), Buffer.alloc(10)), box("text", matrix()));
  const reference = box("dinf", full("dref", 0, uint32(1), full("url ", 1)));
  const handler = full(
    "hdlr",
    0,
    uint32(0),
    Buffer.from("text"),
    Buffer.alloc(12),
    Buffer.from("Chapters\0"),
  );
  const media = box(
    "mdia",
    full(
      "mdhd",
      0,
      uint32(0),
      uint32(0),
      uint32(millisecondsPerSecond),
      uint32(total),
      uint16(0x55c4),
      uint16(0),
    ),
    handler,
    box("minf", genericMedia, reference, table),
  );
  const movieDuration = Math.round((total * movieTimescale) / millisecondsPerSecond);
  // Part of the file but not enabled: players read it and don't show it.
  const header = full(
    ...(["tkhd", 2] as const),
    ...[uint32(0), uint32(0), uint32(id), uint32(0), uint32(movieDuration), Buffer.alloc(16)],
    ...[matrix(), Buffer.alloc(8)],
  );
  return box("trak", header, media);
}

/** QuickTime text without a look of its own. */
const writeTextDescription = () =>
  box("text", Buffer.alloc(6), uint16(1), uint32(1), uint32(1), Buffer.alloc(36));

/** Nothing is moved or scaled. */
function matrix(): Buffer {
  const values = [0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000];
  return Buffer.concat(values.map(uint32));
}

function box(type: string, ...parts: readonly Buffer[]): Buffer {
  const length = 8 + parts.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([uint32(length), Buffer.from(type, "latin1"), ...parts]);
}

const full = (type: string, flags: number, ...parts: readonly Buffer[]) => box(type, uint32(flags), ...parts);

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function uint64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
}
