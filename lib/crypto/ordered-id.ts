import { randomBytes } from "node:crypto";

/** How many IDs of one millisecond are in order. */
const countsPerMs = 0x1000;

/** The last one: its moment, and the milliseconds and counts that make its order. */
let last = { nowMs: 0, ms: 0, count: 0 };

function findNext(nowMs: number, random: number): typeof last {
  // The first one of a moment leaves room for as many more.
  if (nowMs !== last.nowMs) return { nowMs, ms: nowMs, count: random % (countsPerMs / 2) };
  const count = last.count + 1;
  // What is beyond borrows the next millisecond.
  return count < countsPerMs ? { ...last, count } : { nowMs, ms: last.ms + 1, count: 0 };
}

/**
 * A UUID (version 7) of a moment of the studio's clock. Their order is that of their moments, and within one millisecond and
 * process that of the calls, so that the order of a line doesn't depend on the clock of the machine that wrote it.
 */
export function createOrderedId(nowMs: number): string {
  const bytes = randomBytes(16);
  last = findNext(Math.floor(nowMs), bytes.readUInt16BE(6));
  bytes.writeUIntBE(last.ms, 0, 6);
  bytes.writeUInt16BE(0x7000 | last.count, 6);
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
