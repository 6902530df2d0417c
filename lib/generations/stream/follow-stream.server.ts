import type { Database } from "@/lib/db/database.server";
import { withDatabaseRetry } from "@/lib/db/with-database-retry.server";
import type { LiveHub } from "@/lib/live/live-hub.server";
import { noRelay, type Relay } from "@/lib/live/relay/relay";
import { openAsset } from "@/lib/media/open-asset.server";
import { createHeardPieces } from "./heard-pieces";
import { createWakeSignal } from "./wake-signal";
import { nameStream, readPieces, type StreamTarget } from "./stream-pieces.server";

/** What following a stream needs. */
export interface FollowServices {
  database: Database;
  hub: Pick<LiveHub, "subscribeStream">;
  relay?: Relay;
}

/** Notifications can be lost, so a listener also polls. */
const defaultPollIntervalMs = 2_000;

/** A database that is away for longer ends the stream of a listener, who may reconnect. */
const patienceMs = 30_000;

/** A listener who hears later bytes first waits so long at most to look for the earlier ones. */
const catchUpMs = 500;

/**
 * A result that is being streamed, from its first byte to its end, complete or not: what the relay brings, and the rest from the
 * database. Once it is stored, the rest is read from the store. The bytes are the same everywhere. Constant memory, with backpressure.
 *
 * @param options.signal ends the stream
 */
export async function* followStream(
  { database, hub, relay = noRelay }: FollowServices,
  target: StreamTarget,
  options: { signal: AbortSignal; pollIntervalMs?: number },
): AsyncGenerator<Uint8Array, void, undefined> {
  const { signal, pollIntervalMs = defaultPollIntervalMs } = options;
  const news = createWakeSignal(signal);
  const heard = createHeardPieces();
  let offset = 0;
  /** Whether the database may have what was not there before. */
  let isDue = true;
  const unsubscribe = hub.subscribeStream(target.generationId, () => {
    isDue = true;
    news.wake();
  });
  const leaveRelay = relay.follow(nameStream(target), (at, bytes) => {
    heard.add(at, bytes);
    if (heard.has(offset)) news.wake();
  });
  const read = <Result>(operation: () => Promise<Result>) => withDatabaseRetry(operation, { patienceMs });
  let hasEnded = false;
  /** Whether it has waited for a piece, so that later ones come one by one, each with its notification. */
  let isLive = false;
  try {
    while (!signal.aborted) {
      news.reset();
      for (const bytes of heard.take(offset)) {
        offset += bytes.byteLength;
        yield bytes;
      }
      if (!isDue) {
        if (!heard.has(offset)) await news.wait(heard.isAhead(offset) ? catchUpMs : pollIntervalMs);
        isDue ||= !heard.has(offset);
        continue;
      }
      isDue = false;
      const run = await read(() => readPieces(database, target, offset));
      offset = run.nextOffset;
      yield* run.bytes;
      if (run.isEnd) return;
      if (run.bytes.length > 0) {
        // Saves two reads for each piece.
        isDue ||= !isLive || run.isFull;
        continue;
      }
      // It had ended before this read, so nothing was missed.
      if (hasEnded) return;
      const standing = await read(() => findStanding(database, target));
      if (standing.asset) {
        yield* readRest(standing.asset, offset);
        return;
      }
      hasEnded = !standing.isStreaming;
      isLive = !hasEnded;
      isDue ||= hasEnded;
    }
  } finally {
    unsubscribe();
    leaveRelay();
  }
}

interface Standing {
  /** Whether more may come. */
  isStreaming: boolean;
  /** Set once it is stored, complete or in part. */
  asset: { sha256: string; bytes: bigint } | null;
}

async function findStanding(
  database: Database,
  { generationId, role, index }: StreamTarget,
): Promise<Standing> {
  const row = await database.generation.findUnique({
    where: { id: generationId },
    select: {
      live: true,
      outputs: {
        where: { role, index },
        select: { asset: { select: { sha256: true, bytes: true } } },
      },
    },
  });
  const [output] = row?.outputs ?? [];
  return { isStreaming: row != null && row.live !== null && !output, asset: output?.asset ?? null };
}

async function* readRest(
  { sha256, bytes }: { sha256: string; bytes: bigint },
  offset: number,
): AsyncGenerator<Uint8Array> {
  const end = Number(bytes) - 1;
  if (offset > end) return;
  yield* (await openAsset({ sha256 }, { start: offset, end })) as AsyncIterable<Uint8Array>;
}
