import { z } from "zod";
import { StudioError } from "@/lib/errors/studio-error";
import type { RawAudio } from "@/lib/media/raw-audio";
import type { StoredAsset } from "@/lib/media/stored-asset";
import { toStoredAsset } from "@/lib/media/stored-asset-row.server";
import { followStream, type FollowServices } from "./follow-stream.server";
import { isTerminal } from "./states";
import { generationDtoSchema } from "./generation-dto";
import { countsSchema, liveSchema, outputFactsSchema } from "./stored-facts";

/** The query of GET /api/v1/generations/:id/stream. */
export const streamQuerySchema = z.object({
  role: z.string().max(64).optional().describe("Which kind of result; the one that is asked for by default."),
  index: z.coerce
    .number()
    .int()
    .min(0)
    .max(1_000)
    .optional()
    .describe("Which of them, from 0; by default the one that is streamed now, else the first."),
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

/**
 * What can be played of a generation of the person: what is being streamed from its beginning on, else what is stored,
 * be it a part.
 *
 * @param options.signal ends a live one
 * @throws StudioError not-found, also for somebody else's and for one that ended with nothing;
 *   generation.nothing-to-play while nothing has come yet
 */
export async function openGenerationStream(
  services: FollowServices,
  options: { userId: string; id: string; query: StreamQuery; signal: AbortSignal },
): Promise<PlayableResult> {
  const { userId, id, query, signal } = options;
  const row = await services.database.generation.findFirst({
    where: { id, userId },
    select: {
      state: true,
      live: true,
      counts: true,
    },
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
  const state = generationDtoSchema.shape.state.parse(row.state);
  throw new StudioError(isTerminal(state) ? "not-found" : "generation.nothing-to-play");
}
