import type { FileHandle } from "node:fs/promises";

/** Boxes with when something was made, and those that they are in (ISO 14496-12, 8.2.2, 8.3.2 and 8.4.2). */
const stamped = new Set(["mvhd", "tkhd", "mdhd"]);
const containers = new Set(["moov", "trak", "mdia"]);
/** From 1904 to 1970, in seconds. */
const epochSeconds = 2_082_844_800;

/**
 * Sets when a film was made to a given date, or to none. The writer takes the time of the machine, and the same film has to have the
 * same bytes.
 */
export async function stampTimes(file: FileHandle, date: Date | null): Promise<void> {
  const seconds = date ? Math.floor(date.getTime() / 1_000) + epochSeconds : 0;
  const { size } = await file.stat();
  await visit(0, size);

  async function visit(start: number, end: number): Promise<void> {
    for (let at = start; at + 8 <= end;) {
      const head = Buffer.alloc(24);
      await file.read(head, 0, head.length, at);
      const type = head.toString("latin1", 4, 8);
      const short = head.readUInt32BE(0);
      const length = short === 1 ? Number(head.readBigUInt64BE(8)) : short;
      if (length < 8) return;
      if (containers.has(type)) await visit(at + 8, at + length);
      if (stamped.has(type)) await stamp(at + 8, head[8] === 1);
      at += length;
    }
  }

  /** Version 1 has times of 64 bits. Created, then changed. */
  async function stamp(at: number, isLong: boolean): Promise<void> {
    const times = Buffer.alloc(isLong ? 16 : 8);
    if (isLong) {
      times.writeBigUInt64BE(BigInt(seconds), 0);
      times.writeBigUInt64BE(BigInt(seconds), 8);
    } else {
      times.writeUInt32BE(seconds, 0);
      times.writeUInt32BE(seconds, 4);
    }
    await file.write(times, 0, times.length, at + 4);
  }
}
