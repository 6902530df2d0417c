/** The boxes of an MP4 or QuickTime file (ISO 14496-12, 4.2): a length, a name of four letters, and what is in it. */
export interface Box {
  type: string;
  /** Where its header begins. */
  start: number;
  /** Where what is in it begins. */
  bodyStart: number;
  /** Behind its last byte. */
  end: number;
}

/** Boxes that contradict themselves: damaged, or forged. */
export class BrokenBoxError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "BrokenBoxError";
  }
}

/** The longest header: with a length of 64 bits. */
export const maxBoxHeaderBytes = 16;

/**
 * The box whose header begins at `at` of `bytes`, which lie at `offset` of the file; a length of 0 reaches to `limit`. Null
 * where fewer bytes are left than a header takes, or none begins there.
 */
export function readBox(
  bytes: Buffer,
  at: number,
  { offset, limit }: { offset: number; limit: number },
): Box | null {
  if (at + 8 > bytes.length) return null;
  const start = offset + at;
  const type = bytes.toString("latin1", at + 4, at + 8);
  const short = bytes.readUInt32BE(at);
  if (short === 0) return { type, start, bodyStart: start + 8, end: limit };
  if (short !== 1) return short < 8 ? null : { type, start, bodyStart: start + 8, end: start + short };
  if (at + maxBoxHeaderBytes > bytes.length) return null;
  const long = bytes.readBigUInt64BE(at + 8);
  if (long < 16n || long > BigInt(Number.MAX_SAFE_INTEGER)) return null;
  return { type, start, bodyStart: start + maxBoxHeaderBytes, end: start + Number(long) };
}

/** The boxes inside of one, which must fill it. Offsets are those of `bytes`. */
export function listBoxes(bytes: Buffer, { bodyStart, end }: Pick<Box, "bodyStart" | "end">): Box[] {
  const boxes: Box[] = [];
  for (let at = bodyStart; at < end;) {
    const box = readBox(bytes, at, { offset: 0, limit: end });
    if (!box || box.end > end) throw new BrokenBoxError(`No whole box at ${at}`);
    boxes.push(box);
    at = box.end;
  }
  return boxes;
}
