import { withDatabaseRetry } from "@/lib/db/with-database-retry.server";
import type { LiveFacts } from "../record/stored-facts";
import { maxPieceBytes, nameStream, writePiece, type StreamTarget } from "./stream-pieces.server";
import type { WorkerServices } from "../record/worker-services.server";

/** Writes a streamed result to the database in pieces. Never throws: without pieces there is still the file. */
export interface PieceWriter {
  /** Takes bytes; waits only while too much is unwritten. */
  write(bytes: Uint8Array): Promise<void>;
  /**
   * Writes the rest.
   *
   * @param options.isWhole marks the result as complete
   */
  finish(options: { isWhole: boolean }): Promise<void>;
  /** How many bytes it has taken. */
  byteCount(): number;
  /** Whether all of them are in the database. */
  isComplete(): boolean;
}

/** The first bytes are written at once; later ones that arrive within this time become one piece ... */
const shortestIntervalMs = 150;
/**
 * ... and, the longer the stream goes on, within half of its time, up to this. A sound that arrives at 1.5 times its pace or
 * faster never keeps its listener waiting: by then it is ahead by as much.
 */
const longestIntervalMs = 1_500;
/** What the relay brings to everyone at once is kept as often as a kill may lose. */
const relayedIntervalMs = 2_000;
/** ... or sooner at this size. */
const fullPieceBytes = 64 * 1024;

/** How many bytes may be unwritten before the source has to wait. */
const maxWaitingBytes = 1024 * 1024;

/** If the database is away for longer, listeners miss the rest until the result is stored. */
const patienceMs = 20_000;

export function createPieceWriter(
  services: Pick<WorkerServices, "database" | "workerId" | "report" | "relay">,
  target: StreamTarget,
  live: LiveFacts,
): PieceWriter {
  const { database, workerId, relay } = services;
  const stream = nameStream(target);
  const waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  let byteCount = 0;
  let offset = 0;
  let firstWriteAt: number | undefined;
  let lastWriteAt = -Infinity;
  let finishing = false;
  /** Whether what waits are its last bytes. */
  let isWhole = false;
  let isEnded = false;
  let lost = false;
  let writing: Promise<void> | null = null;
  let hurry = (): void => undefined;
  /** Whether those who listen have the last bytes without the database. */
  let isRelayed = false;
  /** Somebody who begins to listen needs what the database doesn't have yet. */
  let isAskedFor = false;
  const leaveRelay = relay.onFollower(stream, () => {
    isAskedFor = true;
    hurry();
  });

  async function put(bytes: Uint8Array): Promise<void> {
    // The first bytes and the end are told in any case.
    const isKnown = isRelayed && !isAskedFor && !finishing && offset > 0;
    isAskedFor = false;
    lastWriteAt = performance.now();
    firstWriteAt ??= lastWriteAt;
    const isLast = isWhole && waitingBytes === 0;
    const piece = { offset, bytes, isKnown, isLast, workerId, live };
    const mine = await withDatabaseRetry(() => writePiece(database, target, piece), { patienceMs });
    if (!mine) throw new Error("The generation was taken over while its result was streamed");
    offset += bytes.byteLength;
    isEnded ||= isLast;
  }

  async function writeAll(): Promise<void> {
    try {
      while (waitingBytes > 0) {
        await pause();
        await put(take());
      }
    } catch (error) {
      lost = true;
      waiting.length = 0;
      waitingBytes = 0;
      services.report(error, "A stream can no longer be followed; it is stored all the same", { ...target });
    }
  }

  /** Waits until the interval is over, the piece is full, or the stream has ended. */
  async function pause(): Promise<void> {
    const streamedMs = firstWriteAt === undefined ? 0 : lastWriteAt - firstWriteAt;
    const pauseMs = lastWriteAt + findInterval(streamedMs) - performance.now();
    if (pauseMs <= 0 || isDue()) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pauseMs);
      hurry = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  const findInterval = (streamedMs: number): number => {
    if (isAskedFor) return shortestIntervalMs;
    if (isRelayed) return relayedIntervalMs;
    return Math.min(Math.max(streamedMs / 2, shortestIntervalMs), longestIntervalMs);
  };

  const isDue = (): boolean => finishing || waitingBytes >= fullPieceBytes;

  function take(): Uint8Array {
    const taken: Uint8Array[] = [];
    let takenBytes = 0;
    while (waiting.length > 0 && takenBytes < maxPieceBytes) {
      const next = waiting.shift()!;
      const room = maxPieceBytes - takenBytes;
      if (next.byteLength > room) waiting.unshift(next.subarray(room));
      taken.push(next.subarray(0, room));
      takenBytes += Math.min(room, next.byteLength);
    }
    waitingBytes -= takenBytes;
    return taken.length === 1 ? taken[0]! : Buffer.concat(taken, takenBytes);
  }

  function start(): void {
    if (isDue()) hurry();
    writing ??= writeAll().finally(() => (writing = null));
  }

  return {
    async write(bytes) {
      const at = byteCount;
      byteCount += bytes.byteLength;
      if (lost || bytes.byteLength === 0) return;
      const wasRelayed = isRelayed;
      isRelayed = relay.send(stream, at, bytes);
      waiting.push(bytes);
      waitingBytes += bytes.byteLength;
      start();
      // The relay is away: its listeners wait for the database.
      if (wasRelayed && !isRelayed) hurry();
      while (waitingBytes > maxWaitingBytes && writing) await writing;
    },
    async finish(end) {
      finishing = true;
      isWhole = end.isWhole;
      if (waitingBytes > 0) start();
      while (writing) {
        hurry();
        await writing;
      }
      leaveRelay();
      if (!isWhole || isEnded || lost || byteCount === 0) return;
      try {
        await put(new Uint8Array(0));
      } catch (error) {
        lost = true;
        services.report(error, "The end of a stream could not be marked", { ...target });
      }
    },
    byteCount: () => byteCount,
    isComplete: () => !lost && offset === byteCount,
  };
}
