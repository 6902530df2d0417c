import type { StoredAsset } from "../stored-asset";
import { writeId3 } from "./write-id3";
import { rewriteFlacHead } from "./write-flac-comment";
import { writeRiffTags } from "./write-riff-tags";

/** What a file says of itself; texts of any language. */
export interface SoundTags {
  title: string;
  /** Longer words, for example the prompt that it was made from. */
  comment?: string | undefined;
}

/** A piece of a delivered file: new bytes, or stored ones from `start` to `end`, both included. */
export type FilePart = Uint8Array | { start: number; end: number };

/** Enough of a file to see what stands before its sound. */
export const tagHeadBytes = 256 * 1024;

/**
 * A stored sound with tags, as the pieces to deliver: ID3v2 before MP3 (instead of its own), a Vorbis comment in FLAC,
 * INFO and ID3v2 at the end of WAV. Null for other types, and for files whose beginning is not as it should be: they are delivered
 * as they are.
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

/** How long an ID3v2 tag at the beginning is: four times seven bits after its ten bytes (ID3v2.4, 3.1). */
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
  // A size that tells nothing means "to the end": what stands behind the sound would be played.
  const isWhole = head.length >= 12 && view.getUint32(4, true) === bytes - 8 && riffBytes <= largestRiff;
  if (!isWhole || view.getUint32(0) !== 0x5249_4646) return null;
  // A copy: what was read stays as it is.
  const beginning = new Uint8Array(head.subarray(0, 8));
  new DataView(beginning.buffer).setUint32(4, riffBytes, true);
  return [beginning, { start: 8, end: bytes - 1 }, padding, info];
}
