import type { ResolvedConnection } from "@/lib/connections/resolved-connection";
import type { ServiceAccess } from "@/lib/connections/service-access.server";
import type { Clock } from "@/lib/clock";
import { openCall, type CallToPay } from "@/lib/costs/paid-calls.server";
import { jsonNull, type Prisma, type Queryable } from "@/lib/db/database.server";
import type { CoverAnalysis } from "@/lib/db/generated/client";
import { describeError } from "@/lib/errors/error-facts";
import { StudioError } from "@/lib/errors/studio-error";
import type { GenerationServices } from "@/lib/generations/record/services.server";
import type { HeldCalls } from "@/lib/paid-calls/held-call.server";
import { describeWait, type LineWait } from "@/lib/paid-calls/line-wait";
import { findAnalysisPlace } from "@/lib/paid-calls/fair-order";
import { getRateLine, lockLine, planStart, type RateLine } from "@/lib/paid-calls/rate-line.server";
import { COVER_PREPROCESS_MODELS } from "@/lib/service/contract/cover-preprocess";

/** What an analysis needs: the service, and what wakes generations of the same line. */
export type AnalysisServices = ServiceAccess<"preprocessCover"> & Pick<GenerationServices, "jobs">;

/** service.md "Cover preprocess request": the only model. */
export const [analysisModel] = COVER_PREPROCESS_MODELS;

/** What an analysis is called in prices and figures: it costs something else than a cover of the same model. */
export const analysisKind = "cover-analysis";

/** What an analysis takes from budgets. */
export function toPaidCall({
  userId,
  sandbox,
  durationSeconds,
}: Pick<CoverAnalysis, "userId" | "sandbox" | "durationSeconds">): CallToPay {
  return {
    userId,
    sandbox,
    kind: analysisKind,
    model: analysisModel,
    expected: { milliseconds: toMilliseconds(durationSeconds) },
  };
}

export const toMilliseconds = (seconds: number | null) =>
  seconds === null ? null : Math.round(seconds * 1_000);

/** How soon an analysis that waits for a free slot looks again. */
const lookAgainMs = 1_000;

/** Analyses as calls of the process that received the request. */
export const analysisCalls: HeldCalls<CoverAnalysis> = {
  name: "cover-analysis",
  async lose(transaction, id, loss) {
    await transaction.coverAnalysis.updateMany({ where: { id, state: "running" }, data: loss });
    // The answer may have been stored a moment before.
    return transaction.coverAnalysis.findUniqueOrThrow({ where: { id } });
  },
};

/** An analysis shares the line of covers of its model and key: service.md Limits counts requests by model. */
export function getAnalysisLine(connection: Pick<ResolvedConnection, "profile" | "scope">): RateLine {
  return getRateLine(connection, { endpoint: "coverPreprocess", model: analysisModel });
}

/**
 * Takes the slot of a queued analysis in its line if it may start now: from this commit on it is in the rate window and
 * may have been billed. Otherwise its start and what it waits for are updated.
 *
 * @throws StudioError budget.reached
 * @returns the row as it is now; null where another process took its slot
 */
export async function takePlace(
  transaction: Prisma.TransactionClient,
  { row, connection, clock }: { row: CoverAnalysis; connection: ResolvedConnection; clock: Clock },
): Promise<CoverAnalysis | null> {
  const wait = await findWait(transaction, { row, connection, now: clock.now() });
  // The line's lock may have been waited for.
  const now = clock.now();
  const { count } = await transaction.coverAnalysis.updateMany({
    where: { id: row.id, state: "queued" },
    data: wait
      ? { scheduledAt: new Date(wait.until), waiting: wait.waiting }
      : { state: "running", startedAt: new Date(now), waiting: jsonNull, error: jsonNull },
  });
  if (count === 0) return null;
  if (!wait) await openCall(transaction, row.id, toPaidCall(row), now);
  return transaction.coverAnalysis.findUniqueOrThrow({ where: { id: row.id } });
}

/** Ends the queued analyses of a person who has lost their access. Nothing of them has been sent. */
export async function stopQueuedAnalyses(
  transaction: Prisma.TransactionClient,
  { userId, now }: { userId: string; now: number },
): Promise<void> {
  await transaction.coverAnalysis.updateMany({
    where: { userId, state: "queued" },
    data: {
      state: "failed",
      error: describeError(new StudioError("auth.access-removed")),
      waiting: jsonNull,
      finishedAt: new Date(now),
    },
  });
}

const dayMs = 24 * 60 * 60 * 1000;

/** Deletes a person's analyses that count in no rate window. A process that has lost its analysis doesn't end it. */
export async function forgetOldAnalyses(
  database: Queryable,
  { userId, now }: { userId: string; now: number },
): Promise<void> {
  await database.coverAnalysis.deleteMany({
    where: {
      userId,
      OR: [{ startedAt: null, state: { not: "queued" } }, { startedAt: { lt: new Date(now - dayMs) } }],
    },
  });
}

async function findWait(
  transaction: Prisma.TransactionClient,
  { row, connection, now }: { row: CoverAnalysis; connection: ResolvedConnection; now: number },
): Promise<{ until: number; waiting: LineWait } | null> {
  const { rateBucket: bucket } = row;
  if (bucket === null) return null;
  const line = { ...getAnalysisLine(connection), bucket };
  const state = await lockLine(transaction, line, now, { userId: row.userId });
  const place = findAnalysisPlace(state.shares, row);
  const until = planStart(line, state, { now, place });
  if (until > now) return { until, waiting: describeWait(until, now) ?? { reason: "queue" } };
  if (line.concurrency !== null && state.outCount + place > line.concurrency)
    return { until: now + lookAgainMs, waiting: { reason: "concurrency" } };
  return null;
}
