import type { SoundTags } from "./sound-tags";

const blockTypes = { streamInfo: 0, vorbisComment: 4 } as const;

/**
 * The metadata of a FLAC file (RFC 9639, 8) with a comment of ours in place of its own, and how many bytes of the file
 * that replaces. Null where the metadata does not end within `head`, or is none.
 */
export function rewriteFlacHead(
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

function writeComment({ title, comment }: SoundTags): Buffer {
  const fields = [`TITLE=${title}`, ...(comment ? [`COMMENT=${comment}`] : [])];
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
