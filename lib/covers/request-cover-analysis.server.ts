import type { ResolvedConnection } from "@/lib/connections/resolved-connection";
import type { Prisma, Queryable } from "@/lib/db/database.server";
import type { CoverAnalysis } from "@/lib/db/generated/client";
import type { Presence } from "@/lib/db/presence.server";
import { StudioError } from "@/lib/errors/studio-error";
import { checkReferenceSound } from "@/lib/media/sound-check/reference-sound.server";
import type { StoredAsset } from "@/lib/media/stored-asset";
import { getAnalysisLine, takePlace, type AnalysisServices } from "./analysis-line.server";
import { announceAnalysis } from "./analysis-presence.server";
import type { CoverAnalysisDto } from "./cover-analysis-dto";
import { performAnalysis } from "./perform-analysis.server";
import { resumeAnalysis } from "./resume-analysis.server";
import { settleAbandoned } from "./settle-abandoned.server";
import { toCoverAnalysisDto } from "./to-cover-analysis-dto.server";

export interface RequestAnalysisOptions {
  userId: string;
  /** The sound, the person's own. */
  asset: StoredAsset;
  /** The field of the request that named the sound. */
  field: string;
  /** The service is to be asked although an answer is there, or may be: it may count again. */
  anew?: boolean;
}

export interface RequestedAnalysis {
  analysis: CoverAnalysisDto;
  /** Resolves when the call of this request is over; null where it made none. It never rejects. */
  finished: Promise<void> | null;
}

/**
 * Has the service analyse a sound (endpoint 2 of service.md), once: the same sound of the same connection gives the same
 * analysis for as long as its identifier lives, also after a restart, and requests at once make one call. Whoever calls
 * gets the analysis at once, in whatever state it is: it may have to wait in the line of its key and model. A call whose answer never came is `unknown`, and no later request
 * sends it again unless it says `anew`.
 *
 * @throws StudioError input.invalid for a sound that is no reference, connection.missing, connection.unreadable
 */
export async function requestCoverAnalysis(
  services: AnalysisServices,
  { userId, asset, field, anew = false }: RequestAnalysisOptions,
): Promise<RequestedAnalysis> {
  const { database, clock } = services;
  const connection = await services.getConnection(userId);
  const { durationSeconds, problems } = await checkReferenceSound(asset);
  if (problems.length > 0) {
    throw new StudioError("input.invalid", {
      fields: problems.map((problem) => ({ path: field, ...problem })),
    });
  }
  const sound = { userId, scope: connection.scope, sha256: asset.sha256 };
  let presence: Presence | null = null;
  let row: CoverAnalysis | null;
  try {
    row = await database.$transaction(async (transaction) => {
      await lockSound(transaction, sound);
      const known = await findKnown(transaction, sound, new Date(clock.now()));
      if (known && (isOut(known) || !anew)) return known;
      const now = clock.now();
      const waiting = await transaction.coverAnalysis.create({
        data: {
          ...sound,
          assetId: asset.id,
          sandbox: connection.sandbox,
          state: "queued",
          rateBucket: getAnalysisLine(connection).bucket,
          scheduledAt: new Date(now),
          durationSeconds,
          createdAt: new Date(now),
        },
      });
      // Before anybody can see the row: a row without a lock is one whose process is gone.
      presence = await announceAnalysis(services.databaseUrl, waiting.id);
      return takePlace(transaction, { row: waiting, connection, now });
    });
  } catch (error) {
    await (presence as Presence | null)?.end();
    throw error;
  }
  if (!row) throw new Error("An analysis that nobody could see was taken");
  const resumed = row.state === "queued" && !presence ? await resumeAnalysis(services, row) : null;
  return {
    analysis: toCoverAnalysisDto(row),
    finished: resumed?.finished ?? begin(services, { row, asset, connection, presence }),
  };
}

function begin(
  services: AnalysisServices,
  {
    presence,
    ...call
  }: {
    row: CoverAnalysis;
    asset: StoredAsset;
    connection: ResolvedConnection;
    presence: Presence | null;
  },
): Promise<void> | null {
  if (!presence) return null;
  return performAnalysis(services, call).finally(() => presence.end());
}

type SoundKey = Pick<Prisma.CoverAnalysisUncheckedCreateInput, "userId" | "scope" | "sha256">;

/** One at a time decides about a sound, whichever process it is in. */
async function lockSound(transaction: Queryable, { userId, scope, sha256 }: SoundKey): Promise<void> {
  const name = `cover-analyses:${userId}:${scope}:${sha256}`;
  await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`;
}

/** Waits in line, or waits for its answer. */
function isOut({ state }: CoverAnalysis): boolean {
  return state === "queued" || state === "running";
}

/** What answers a request without a call: an identifier that lives, a call that is out, or one nobody knows the end of. */
async function findKnown(transaction: Queryable, sound: SoundKey, now: Date): Promise<CoverAnalysis | null> {
  const order = { orderBy: { createdAt: "desc" } } as const;
  const ready = { ...sound, state: "ready", expiresAt: { gt: now } };
  const last = await transaction.coverAnalysis.findFirst({ where: sound, ...order });
  const settled = last && (await settleAbandoned(transaction, last, now));
  if (settled && isOut(settled)) return settled;
  const living = await transaction.coverAnalysis.findFirst({ where: ready, ...order });
  return living ?? (settled?.state === "unknown" ? settled : null);
}
