import type { StoredAsset } from "../stored-asset";

/** Tags of an audio file, in any language. */
export interface SoundTags {
  title: string;
  /** A longer text, for example the prompt. */
  comment?: string | undefined;
  lyrics?: string | undefined;
  /** The day it was generated: `2026-11-23`. */
  date?: string | undefined;
  /** Further tags, which have no standard name: upper-case name and text. */
  more?: Readonly<Record<string, string>> | undefined;
}

/** A part of a delivered file: new bytes, or a range of the stored ones, both ends included. */
export type FilePart = Uint8Array | { start: number; end: number };

export function countBytes(part: FilePart): number {
  return part instanceof Uint8Array ? part.length : part.end - part.start + 1;
}

/** How much of a file is read to find the tags before its audio. */
export const tagHeadBytes = 256 * 1024;

const taggedTypes: ReadonlySet<string> = new Set(["audio/mpeg", "audio/flac", "audio/wav"]);

/** Whether files of this type have tags. */
export function takesSoundTags({ mimeType }: Pick<StoredAsset, "mimeType">): boolean {
  return taggedTypes.has(mimeType);
}

/**
 * Stored audio with tags, as the parts to deliver: ID3v2 before MP3 (replacing its own), a Vorbis comment in
 * FLAC, INFO and ID3v2 at the end of WAV. Null for other types and for files with an unexpected beginning:
 * these are delivered unchanged.
 */
export function tagSound(
  { mimeType, bytes }: Pick<StoredAsset, "mimeType" | "bytes">,
  head: Uint8Array,
  tags: SoundTags,
): FilePart[] | null {
  switch (mimeType) {
    case "audio/mpeg": {
      const start = id3Bytes(head);
      return start < bytes ? [writeId3(tags), { start, end: bytes - 1 }] : null;
    }
    case "audio/flac": {
      const rewritten = rewriteFlacHead(head, tags);
      return rewritten && [rewritten.head, { start: rewritten.replacedBytes, end: bytes - 1 }];
    }
    case "audio/wav":
      return tagWav(head, { bytes, tags });
    default:
      return null;
  }
}

/** The length of the ID3v2 tag at the beginning; its size field holds four times seven bits (ID3v2.4, 3.1). */
function id3Bytes(head: Uint8Array): number {
  if (head[0] !== 0x49 || head[1] !== 0x44 || head[2] !== 0x33) return 0;
  const [size1 = 0, size2 = 0, size3 = 0, size4 = 0] = head.subarray(6, 10);
  const hasFooter = ((head[5] ?? 0) & 0x10) !== 0;
  return 10 + (size1 << 21) + (size2 << 14) + (size3 << 7) + size4 + (hasFooter ? 10 : 0);
}

const largestRiff = 0xffff_ffff;

function tagWav(head: Uint8Array, { bytes, tags }: { bytes: number; tags: SoundTags }): FilePart[] | null {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const padding = new Uint8Array(bytes % 2);
  const info = writeRiffTags(tags);
  const riffBytes = bytes - 8 + padding.length + info.length;
  // A placeholder size means "to the end of the file": players would play the tags as audio.
  const isWhole = head.length >= 12 && view.getUint32(4, true) === bytes - 8 && riffBytes <= largestRiff;
  if (!isWhole || view.getUint32(0) !== 0x5249_4646) return null;
  // A copy, because `head` belongs to the caller.
  const beginning = new Uint8Array(head.subarray(0, 8));
  new DataView(beginning.buffer).setUint32(4, riffBytes, true);
  return [beginning, { start: 8, end: bytes - 1 }, padding, info];
}

/**
 * Chunks for the end of a WAV file: INFO (INAM, ICMT, ICRD), which every player reads but whose character set is
 * undefined, and an ID3v2 tag in UTF-8 with everything.
 */
function writeRiffTags(tags: SoundTags): Uint8Array {
  return Buffer.concat([writeInfo(tags), writeChunk("id3 ", Buffer.from(writeId3(tags)))]);
}

function writeInfo({ title, comment, date }: SoundTags): Buffer {
  const parts = [
    Buffer.from("INFO"),
    writeChunk("INAM", toZeroEnded(title)),
    ...(comment ? [writeChunk("ICMT", toZeroEnded(comment))] : []),
    ...(date ? [writeChunk("ICRD", toZeroEnded(date))] : []),
  ];
  return writeChunk("LIST", Buffer.concat(parts));
}

function writeChunk(id: string, content: Buffer): Buffer {
  const header = Buffer.alloc(8);
  header.write(id, "latin1");
  header.writeUInt32LE(content.length, 4);
  // RIFF chunks are padded to an even length.
  return Buffer.concat([header, content, Buffer.alloc(content.length % 2)]);
}

function toZeroEnded(text: string): Buffer {
  return Buffer.from(`${text}\0`);
}

const utf8 = 3;

/** An ID3v2.4 tag in UTF-8. The language of comment and lyrics is undetermined ("und"). */
function writeId3({ title, comment, lyrics, date, more = {} }: SoundTags): Uint8Array {
  const described = (text: string) => `und\0${text}`;
  const frames = [
    writeId3Text("TIT2", title),
    ...(comment ? [writeId3Text("COMM", described(comment))] : []),
    ...(lyrics ? [writeId3Text("USLT", described(lyrics))] : []),
    ...(date ? [writeId3Text("TDRC", date)] : []),
    ...Object.entries(more).map(([name, text]) => writeId3Text("TXXX", `${name}\0${text}`)),
  ];
  const body = Buffer.concat(frames);
  const header = Buffer.from([0x49, 0x44, 0x33, 4, 0, 0, ...toSynchsafe(body.length)]);
  return Buffer.concat([header, body]);
}

function writeId3Text(id: string, text: string): Buffer {
  return writeFrame(id, Buffer.concat([Buffer.from([utf8]), Buffer.from(text)]));
}

function writeFrame(id: string, content: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(id),
    Buffer.from(toSynchsafe(content.length)),
    Buffer.from([0, 0]),
    content,
  ]);
}

/**
 * Writes a size as four times seven bits, so that no player mistakes it for a frame's sync word (ID3v2.4, 6.2).
 */
function toSynchsafe(size: number): number[] {
  return [21, 14, 7, 0].map((shift) => (size >> shift) & 0x7f);
}

const blockTypes = { streamInfo: 0, vorbisComment: 4 } as const;

/**
 * The metadata of a FLAC file (RFC 9639, 8) with a new Vorbis comment instead of its old one, and how many bytes
 * of the file it replaces. Null where `head` isn't FLAC metadata or doesn't contain all of it.
 */
function rewriteFlacHead(
  head: Uint8Array,
  tags: SoundTags,
): { head: Uint8Array; replacedBytes: number } | null {
  if (Buffer.from(head.subarray(0, 4)).toString("latin1") !== "fLaC") return null;
  const kept: { type: number; body: Uint8Array }[] = [];
  let at = 4;
  for (let isLast = false; !isLast;) {
    const [flags, size1 = 0, size2 = 0, size3 = 0] = head.subarray(at, at + 4);
    if (flags === undefined) return null;
    const size = (size1 << 16) | (size2 << 8) | size3;
    if (at + 4 + size > head.length) return null;
    const type = flags & 0x7f;
    if (type !== blockTypes.vorbisComment) kept.push({ type, body: head.subarray(at + 4, at + 4 + size) });
    isLast = (flags & 0x80) !== 0;
    at += 4 + size;
  }
  const [streamInfo, ...others] = kept;
  if (streamInfo?.type !== blockTypes.streamInfo) return null;
  const blocks = [streamInfo, { type: blockTypes.vorbisComment, body: writeComment(tags) }, ...others];
  return {
    head: Buffer.concat([
      head.subarray(0, 4),
      ...blocks.map(({ type, body }, index) => {
        const header = Buffer.alloc(4);
        header.writeUInt32BE(body.length);
        header[0] = type | (index === blocks.length - 1 ? 0x80 : 0);
        return Buffer.concat([header, body]);
      }),
    ]),
    replacedBytes: at,
  };
}

function writeComment({ title, comment, lyrics, date, more = {} }: SoundTags): Buffer {
  const fields = [
    `TITLE=${title}`,
    ...(comment ? [`COMMENT=${comment}`] : []),
    ...(lyrics ? [`LYRICS=${lyrics}`] : []),
    ...(date ? [`DATE=${date}`] : []),
    ...Object.entries(more).map(([name, text]) => `${name}=${text}`),
  ];
  const count = Buffer.alloc(4);
  count.writeUInt32LE(fields.length);
  return Buffer.concat([writeText("Reverie"), count, ...fields.map(writeText)]);
}

function writeText(text: string): Buffer {
  const bytes = Buffer.from(text);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(bytes.length);
  return Buffer.concat([length, bytes]);
}
