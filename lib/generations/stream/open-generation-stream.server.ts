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
export type StreamQuery = z.output<typeof streamQuerySchema>;

/** A result that can be played: one that is still being made, or one that is stored. */
export type PlayableResult =
  | {
      kind: "live";
      mimeType: string;
      /** What it is where it has no header of its own. */
      rawAudio?: RawAudio;
      bytes: AsyncGenerator<Uint8Array, void, undefined>;
    }
  | { kind: "stored"; asset: StoredAsset };

/** How long a caller waits for the first byte before it is told that there is none; under what HTTP clients wait for. */
const defaultHoldMs = 240_000;

/** Every change of the generation wakes those who wait for it; a notification can be lost, so they look for themselves. */
const lookIntervalMs = 10_000;

/** A database that is away this long ends the waiting. */
const patienceMs = 30_000;

interface OpenStreamOptions {
  userId: string;
  id: string;
  query: StreamQuery;
  /** Ends the waiting, and a live result. */
  signal: AbortSignal;
  holdMs?: number;
}

/**
 * What can be played of a generation of the person: what is being streamed from its beginning on, else what is stored,
 * be it a part. While there is neither and something may still come, it waits for it.
 *
 * @throws StudioError not-found, also for somebody else's and for one that ended with nothing;
 *   generation.nothing-to-play where nothing has come within `holdMs`, or until the signal aborted
 */
export async function openGenerationStream(
  services: FollowServices,
  options: OpenStreamOptions,
): Promise<PlayableResult> {
  const { id, signal, holdMs = defaultHoldMs } = options;
  const until = performance.now() + holdMs;
  const news = createWakeSignal(signal);
  // Before the first look, so that nothing comes between.
  const unsubscribe = services.hub.subscribeStream(id, news.wake);
  try {
    for (;;) {
      news.reset();
      const playable = await withDatabaseRetry(() => findPlayable(services, options), { patienceMs });
      if (playable) return playable;
      const leftMs = until - performance.now();
      if (leftMs <= 0 || signal.aborted) throw new StudioError("generation.nothing-to-play");
      await news.wait(Math.min(leftMs, lookIntervalMs));
    }
  } finally {
    unsubscribe();
  }
}

/** Null while nothing has come and something may. */
async function findPlayable(
  services: FollowServices,
  { userId, id, query, signal }: OpenStreamOptions,
): Promise<PlayableResult | null> {
  const row = await services.database.generation.findFirst({
    where: { id, userId },
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
