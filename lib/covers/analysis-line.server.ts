import type { ResolvedConnection } from "@/lib/connections/resolved-connection";
import type { ServiceAccess } from "@/lib/connections/service-access.server";
import { jsonNull, type Prisma } from "@/lib/db/database.server";
import type { CoverAnalysis } from "@/lib/db/generated/client";
import { describeError } from "@/lib/errors/error-facts";
import { getRateLine } from "@/lib/generations/line/get-rate-line.server";
import { blockLine, countAnalysesAhead, lockLine, planLine } from "@/lib/paid-calls/rate-line.server";
import { describeWait } from "@/lib/generations/line/replan-line.server";
import type { GenerationServices } from "@/lib/generations/record/services.server";
import { waitUntil, type Waiting } from "@/lib/generations/record/waiting";
import { COVER_PREPROCESS_MODELS } from "@/lib/service/contract/cover-preprocess";
import type { ServiceError } from "@/lib/service/errors/service-error";

/** What an analysis needs: the service, and what wakes generations of the same line. */
export type AnalysisServices = ServiceAccess<"preprocessCover"> & Pick<GenerationServices, "jobs">;

/** service.md "Cover preprocess request": the one model there is. */
export const [analysisModel] = COVER_PREPROCESS_MODELS;

/** How soon one that waits for a free place looks again. */
const lookAgainMs = 1_000;

/** Without a line there is no common pause: the wait grows with the time since it was asked for, up to a minute. */
const pauseMs = { least: 2_000, most: 60_000 };

/** An analysis stands in the line of covers of its model and key: service.md Limits counts requests by model. */
export function getAnalysisLine(connection: Pick<ResolvedConnection, "profile" | "scope">) {
  return getRateLine(connection, { endpoint: "coverPreprocess", model: analysisModel });
}

/**
 * Takes the place of an analysis in its line if its moment has come: from this commit on it counts in the rate window
 * and as possibly billed. Else it is given its moment, and what it waits for.
 *
 * @returns the row as it is now; null where it waits no longer, since another process took its place
 */
export async function takePlace(
  transaction: Prisma.TransactionClient,
  { row, connection, now }: { row: CoverAnalysis; connection: ResolvedConnection; now: number },
): Promise<CoverAnalysis | null> {
  const wait = await findWait(transaction, { row, connection, now });
  const { count } = await transaction.coverAnalysis.updateMany({
    where: { id: row.id, state: "queued" },
    data: wait
      ? { scheduledAt: new Date(wait.until), waiting: wait.waiting }
      : { state: "running", startedAt: new Date(now), waiting: jsonNull, error: jsonNull },
  });
  return count === 1 ? transaction.coverAnalysis.findUniqueOrThrow({ where: { id: row.id } }) : null;
}

async function findWait(
  transaction: Prisma.TransactionClient,
  { row, connection, now }: { row: CoverAnalysis; connection: ResolvedConnection; now: number },
): Promise<{ until: number; waiting: Waiting } | null> {
  const { rateBucket: bucket } = row;
  if (bucket === null) return null;
  const line = { ...getAnalysisLine(connection), bucket };
  const state = await lockLine(transaction, line, now);
  const generationsAhead = await transaction.generation.count({
    where: { rateBucket: bucket, state: "queued", id: { lt: row.id } },
  });
  const ahead = generationsAhead + countAnalysesAhead(state, row.id);
  const until = planLine(line, state, { now, count: ahead + 1 }).at(-1) ?? now;
  if (until > now) return { until, waiting: describeWait(until, now) ?? { reason: "queue" } };
  if (line.concurrency !== null && state.outCount + ahead >= line.concurrency)
    return { until: now + lookAgainMs, waiting: { reason: "concurrency" } };
  return null;
}

/** The service, or the way to it, said no for now and provably made nothing: back in line, and the line waits. */
export async function returnToLine(
  transaction: Prisma.TransactionClient,
  { row, error, now }: { row: CoverAnalysis; error: ServiceError; now: number },
): Promise<CoverAnalysis> {
  const isUnsent = error.sent === "no";
  const waitedMs = now - row.createdAt.getTime();
  const ownPauseMs = Math.min(pauseMs.most, Math.max(pauseMs.least, waitedMs, error.retryAfterMs ?? 0));
  const until = row.rateBucket
    ? await blockLine(transaction, row.rateBucket, { now, retryAfterMs: error.retryAfterMs })
    : now + ownPauseMs;
  return transaction.coverAnalysis.update({
    where: { id: row.id },
    data: {
      state: "queued",
      scheduledAt: new Date(until),
      waiting: waitUntil(isUnsent ? "service-unreachable" : "service-busy", until),
      error: describeError(error),
      // What never left takes no place in the window.
      ...(isUnsent ? { startedAt: null } : {}),
    },
  });
}
