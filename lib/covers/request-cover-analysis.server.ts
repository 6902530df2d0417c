import { z } from "zod";
import { requireCallBudget } from "@/lib/costs/paid-calls.server";
import type { Prisma } from "@/lib/db/database.server";
import type { CoverAnalysis } from "@/lib/db/generated/client";
import { StudioError } from "@/lib/errors/studio-error";
import { findQueueQuota, requireQueueQuota } from "@/lib/generations/line/queue-quota.server";
import { checkReferenceSound } from "@/lib/media/sound-check/reference-sound.server";
import type { StoredAsset } from "@/lib/media/stored-asset";
import { recordCall, settleAbandoned } from "@/lib/paid-calls/held-call.server";
import {
  analysisCalls,
  getAnalysisLine,
  takePlace,
  toPaidCall,
  type AnalysisServices,
} from "./analysis-calls.server";
import type { CoverAnalysisDto } from "./cover-analysis-dto";
import { performAnalysis, resumeAnalysis } from "./perform-analysis.server";
import { toCoverAnalysisDto } from "./find-cover-analyses.server";

/** The body of `POST /api/v1/cover-analyses`: a stored audio file or its address. */
export const analysisRequestSchema = z
  .strictObject({
    assetId: z.uuid().optional().describe("One of your audio files, uploaded or generated."),
    url: z
      .url({ protocol: /^https?$/ })
      .optional()
      .describe("A public address. The studio downloads and stores it."),
    anew: z
      .boolean()
      .default(false)
      .describe("Sends a new request even if there is, or may be, an analysis. May be billed again."),
  })
  .refine(({ assetId, url }) => (assetId === undefined) !== (url === undefined), {
    error: "cover.sound.one",
    path: ["assetId"],
  });

interface RequestAnalysisOptions {
  userId: string;
  /** One of the person's audio files. */
  asset: StoredAsset;
  /** The field of the request that named the file. */
  field: string;
  /** Sends a new request even if there is, or may be, an analysis. It may be billed again. */
  anew?: boolean;
}

interface RequestedAnalysis {
  analysis: CoverAnalysisDto;
  /** Resolves when the call of this request is over, and never rejects; null where it made none. */
  finished: Promise<void> | null;
}

/**
 * Requests the analysis of a sound (endpoint 2 of service.md), once: the same sound under the same connection returns
 * the same analysis while its identifier is valid, also after a restart, and simultaneous requests make one call. It
 * returns at once, while the analysis may still wait for the rate limit. A call without a response is `unknown` and is
 * only repeated with `anew`.
 *
 * @throws StudioError input.invalid (not a usable reference), connection.missing, connection.unreadable,
 *   quota.queue, budget.reached
 */
export async function requestCoverAnalysis(
  services: AnalysisServices,
  { userId, asset, field, anew = false }: RequestAnalysisOptions,
): Promise<RequestedAnalysis> {
  const { clock } = services;
  const connection = await services.getConnection(userId);
  const { durationSeconds, problems } = await checkReferenceSound(asset);
  if (problems.length > 0) {
    throw new StudioError("input.invalid", {
      fields: problems.map((problem) => ({ path: field, ...problem })),
    });
  }
  const sound = { userId, scope: connection.scope, sha256: asset.sha256 };
  const { row, presence } = await recordCall(services, analysisCalls, {
    key: `${userId}:${sound.scope}:${sound.sha256}`,
    async find(transaction) {
      const known = await findKnown(transaction, sound, clock.now());
      return known && (isPending(known) || !anew) ? known : null;
    },
    async create(transaction, id) {
      const quota = await findQueueQuota(transaction, userId);
      await requireQueueQuota(transaction, { userId, quota });
      const now = clock.now();
      const { sandbox } = connection;
      await requireCallBudget(transaction, toPaidCall({ userId, sandbox, durationSeconds }), now);
      const queued = await transaction.coverAnalysis.create({
        data: {
          id,
          ...sound,
          assetId: asset.id,
          sandbox,
          state: "queued",
          rateBucket: getAnalysisLine(connection).bucket,
          scheduledAt: new Date(now),
          durationSeconds,
          createdAt: new Date(now),
        },
      });
      return (await takePlace(transaction, { row: queued, connection, clock })) ?? queued;
    },
  });
  const analysis = toCoverAnalysisDto(row);
  if (presence) {
    const finished = performAnalysis(services, { row, asset, connection }).finally(() => presence.end());
    return { analysis, finished };
  }
  const resumed = row.state === "queued" ? await resumeAnalysis(services, row) : null;
  return { analysis, finished: resumed?.finished ?? null };
}

type SoundKey = Pick<Prisma.CoverAnalysisUncheckedCreateInput, "userId" | "scope" | "sha256">;

/** Waits in the queue or for its response. */
function isPending({ state }: CoverAnalysis): boolean {
  return state === "queued" || state === "running";
}

/** What answers a request without a call: a pending analysis, a valid identifier, or a call without a response. */
async function findKnown(
  transaction: Prisma.TransactionClient,
  sound: SoundKey,
  now: number,
): Promise<CoverAnalysis | null> {
  const order = { orderBy: { createdAt: "desc" } } as const;
  const ready = { ...sound, state: "ready", expiresAt: { gt: new Date(now) } };
  const last = await transaction.coverAnalysis.findFirst({ where: sound, ...order });
  const settled = last && (await settleAbandoned(transaction, analysisCalls, { row: last, now }));
  if (settled && isPending(settled)) return settled;
  const valid = await transaction.coverAnalysis.findFirst({ where: ready, ...order });
  return valid ?? (settled?.state === "unknown" ? settled : null);
}
