import { z } from "zod";
import { withDatabaseRetry } from "@/lib/db/with-database-retry.server";
import { StudioError } from "@/lib/errors/studio-error";
import type { RawAudio } from "@/lib/media/raw-audio";
import type { StoredAsset } from "@/lib/media/stored-asset";
import { toStoredAsset } from "@/lib/media/find-asset.server";
import { createWakeSignal } from "./wake-signal";
import { followStream, type FollowServices } from "./follow-stream.server";
import { isTerminal } from "../record/states";
import { generationDtoSchema } from "../read/generation-dto";
import { countsSchema, liveSchema, outputFactsSchema } from "../record/stored-facts";

/** The query of GET /api/v1/generations/:id/stream. */
export const streamQuerySchema = z.object({
  role: z.string().max(64).optional().describe("Role of the result. Defaults to the main one."),
  index: z.coerce
    .number()
    .int()
    .min(0)
    .max(1_000)
    .optional()
    .describe("Index from 0. Defaults to the one being streamed, or the first."),
});
type StreamQuery = z.output<typeof streamQuerySchema>;

/** A result that can be played: still arriving, or stored. */
export type PlayableResult =
  | {
      kind: "live";
      mimeType: string;
      /** The format of audio without a header. */
      rawAudio?: RawAudio;
      bytes: AsyncGenerator<Uint8Array, void, undefined>;
    }
  | { kind: "stored"; asset: StoredAsset };

/** How long a caller waits for the first byte; below the timeouts of HTTP clients. */
const defaultHoldMs = 240_000;

/** Every change of the generation wakes its waiters; notifications can be lost, so they also poll. */
const lookIntervalMs = 10_000;

/** A database that is away for longer ends the wait. */
const patienceMs = 30_000;

interface OpenStreamOptions {
  userId: string;
  id: string;
  query: StreamQuery;
  /** Ends the wait and a live result. */
  signal: AbortSignal;
  holdMs?: number;
  /** Called once before it waits or returns a live result. What it throws ends the call. */
  beforeLive?(): void;
}

/**
 * The playable result of one of the person's generations: the live stream from its first byte, else the stored result,
 * complete or partial. Waits while there is neither and one may still arrive.
 *
 * @throws StudioError not-found, also for other people's generations and those that ended without a result;
 *   generation.nothing-to-play if nothing arrives within `holdMs` or before the signal aborts
 */
export async function openGenerationStream(
  services: FollowServices,
  options: OpenStreamOptions,
): Promise<PlayableResult> {
  const { id, signal, holdMs = defaultHoldMs } = options;
  let isOpen = false;
  const until = performance.now() + holdMs;
  const news = createWakeSignal(signal);
  // Before the first read, so that no change is missed.
  const unsubscribe = services.hub.subscribeStream(id, news.wake);
  try {
    for (;;) {
      news.reset();
      const playable = await withDatabaseRetry(() => findPlayable(services, options), { patienceMs });
      if (playable?.kind === "stored") return playable;
      if (!isOpen) options.beforeLive?.();
      isOpen = true;
      if (playable) return playable;
      const leftMs = until - performance.now();
      if (leftMs <= 0 || signal.aborted) throw new StudioError("generation.nothing-to-play");
      await news.wait(Math.min(leftMs, lookIntervalMs));
    }
  } finally {
    unsubscribe();
  }
}

/** Null while there is nothing to play yet. */
async function findPlayable(
  services: FollowServices,
  { userId, id, query, signal }: OpenStreamOptions,
): Promise<PlayableResult | null> {
  const row = await services.database.generation.findFirst({
    where: { id, userId, erasedAt: null },
    select: { state: true, live: true, counts: true },
  });
  if (!row) throw new StudioError("not-found");
  const live = row.live === null ? null : liveSchema.parse(row.live);
  const matches = ({ role, index }: { role: string; index: number }): boolean =>
    role === (query.role ?? live?.role ?? countsSchema.parse(row.counts ?? {}).role ?? role) &&
    index === (query.index ?? index);
  if (live && matches(live)) {
    const { rawAudio } = outputFactsSchema.parse(live.facts ?? {});
    const target = { generationId: id, role: live.role, index: live.index };
    const bytes = followStream(services, target, { signal });
    return { kind: "live", mimeType: live.mimeType, ...(rawAudio ? { rawAudio } : {}), bytes };
  }
  const outputs = await services.database.output.findMany({
    where: { generationId: id, assetId: { not: null } },
    include: { asset: true },
    orderBy: [{ role: "asc" }, { index: "asc" }],
  });
  const asset = outputs.find(matches)?.asset;
  if (asset) return { kind: "stored", asset: toStoredAsset(asset) };
  if (isTerminal(generationDtoSchema.shape.state.parse(row.state))) throw new StudioError("not-found");
  return null;
}
