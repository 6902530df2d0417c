import { setTimeout as sleep } from "node:timers/promises";
import type { ResolvedConnection } from "@/lib/connections/resolved-connection";
import { jsonNull, type Prisma } from "@/lib/db/database.server";
import type { CoverAnalysis } from "@/lib/db/generated/client";
import { withDatabaseRetry } from "@/lib/db/with-database-retry.server";
import { getLogger } from "@/lib/errors/logger.server";
import { StudioError } from "@/lib/errors/studio-error";
import { describeError } from "@/lib/errors/error-facts";
import { clearStrikes } from "@/lib/paid-calls/rate-line.server";
import { patienceMs } from "@/lib/generations/work/settle-failure.server";
import { wakeLine } from "@/lib/generations/line/wake-line.server";
import { readReferenceSound } from "@/lib/media/sound-check/reference-sound.server";
import type { StoredAsset } from "@/lib/media/stored-asset";
import { COVER_FEATURE_LIFETIME_MS } from "@/lib/service/contract/cover-preprocess";
import { toStorableJson, toStorableText } from "@/lib/service/contract/text";
import { isServiceError, type ServiceError } from "@/lib/service/errors/service-error";
import { analysisModel, returnToLine, takePlace, type AnalysisServices } from "./analysis-line.server";

/** One that waits looks this often whether its moment is another by now. */
const longestSleepMs = 5_000;

interface AnalysisCall {
  row: CoverAnalysis;
  asset: StoredAsset;
  connection: ResolvedConnection;
}

/**
 * Waits for the place of an analysis in its line, sends it, and writes down what came of it. Sent anew is only what the
 * service, or the way to it, refused for now and provably did not make. Never throws.
 *
 * @param call.connection where it already has its place; whoever waits asks for it anew
 */
export async function performAnalysis(
  services: AnalysisServices,
  call: Omit<AnalysisCall, "connection"> & { connection?: ResolvedConnection | undefined },
): Promise<void> {
  const { asset } = call;
  let { row, connection }: { row: CoverAnalysis | null; connection?: ResolvedConnection | undefined } = call;
  try {
    while (row) {
      if (row.state === "queued" || !connection) ({ row, connection } = await waitForPlace(services, row));
      else row = await send(services, { row, asset, connection });
    }
  } catch (error) {
    getLogger().error({ err: error, analysisId: call.row.id }, "What came of an analysis could not be kept");
  }
}

/** The analysis once its moment was looked at; null where it ended, or where another process has it. */
async function waitForPlace(
  services: AnalysisServices,
  row: CoverAnalysis,
): Promise<{ row: CoverAnalysis | null; connection?: ResolvedConnection }> {
  const { database, clock } = services;
  const scheduledAt = row.scheduledAt.getTime();
  await sleep(Math.min(longestSleepMs, Math.max(0, scheduledAt - clock.now())));
  // In a line the moment may be another by now.
  if (row.rateBucket === null && scheduledAt > clock.now()) return { row };
  try {
    const connection = await services.getConnection(row.userId);
    // Sent is what was asked for, or nothing: another key knows nothing of it.
    if (connection.scope !== row.scope) throw new StudioError("connection.changed");
    const place = { row, connection, now: clock.now() };
    const placed = await withDatabaseRetry(() =>
      database.$transaction((transaction) => takePlace(transaction, place)),
    );
    return { row: placed, connection };
  } catch (error) {
    if (!(error instanceof StudioError)) throw error;
    await settle(services, row, { state: "failed", error: describeError(error) });
    return { row: null };
  }
}

/** Null where it has ended; in line again where it was refused for now. */
async function send(services: AnalysisServices, call: AnalysisCall): Promise<CoverAnalysis | null> {
  const { row } = call;
  const answer = await ask(services, call).catch((error: unknown) => ({ error }));
  if (!("error" in answer)) {
    await settle(services, row, answer.found);
    return null;
  }
  const { error } = answer;
  if (isForNow(error) && services.clock.now() - row.createdAt.getTime() < patienceMs) {
    return putBack(services, row, error);
  }
  const known = isServiceError(error) || error instanceof StudioError;
  if (!known)
    getLogger().error({ err: error, analysisId: row.id }, "An analysis failed in an unforeseen way");
  const state = provesNothingMade(error) ? "failed" : "unknown";
  await settle(services, row, { state, error: describeError(error) });
  return null;
}

async function ask(
  services: AnalysisServices,
  { row, asset, connection }: AnalysisCall,
): Promise<{ found: Prisma.CoverAnalysisUncheckedUpdateInput }> {
  // The 24 hours count from when it was asked for: rather too early than in the middle of a cover.
  const askedAt = services.clock.now();
  const sound = await readReferenceSound(asset);
  const result = await services
    .createClient(connection)
    .preprocessCover({ model: analysisModel, audio_base64: sound }, { headers: { "x-request-id": row.id } });
  return {
    found: {
      state: "ready",
      error: jsonNull,
      coverFeatureId: result.coverFeatureId,
      // A form knows line feeds alone, and counts every character.
      lyrics: toStorable(result.formattedLyrics)?.replaceAll(/\r\n?/g, "\n") ?? null,
      structureResult: toStorable(result.structureResult),
      analysisInfo: toStorableJson(result.analysisInfo) ?? jsonNull,
      traceId: result.traceId,
      expiresAt: new Date(askedAt + COVER_FEATURE_LIFETIME_MS),
    },
  };
}

function isForNow(error: unknown): error is ServiceError {
  return isServiceError(error) && error.nothingMade && error.retry === "after-wait";
}

/** Before the request left, or by a proven no of the service; anything else may have been made and counted. */
function provesNothingMade(error: unknown): boolean {
  return isServiceError(error) ? error.outcome === "refused" : error instanceof StudioError;
}

async function putBack(
  { database, clock, jobs }: AnalysisServices,
  row: CoverAnalysis,
  error: ServiceError,
): Promise<CoverAnalysis> {
  return withDatabaseRetry(() =>
    database.$transaction(async (transaction) => {
      const waiting = await returnToLine(transaction, { row, error, now: clock.now() });
      await wakeLine({ jobs }, transaction, row.rateBucket);
      return waiting;
    }),
  );
}

/** Writes down how it ended; whoever waits in the line for a free place may go on. */
async function settle(
  { database, clock, jobs }: AnalysisServices,
  { id, rateBucket }: CoverAnalysis,
  outcome: Prisma.CoverAnalysisUncheckedUpdateInput,
): Promise<void> {
  const finishedAt = new Date(clock.now());
  await withDatabaseRetry(() =>
    database.$transaction(async (transaction) => {
      await transaction.coverAnalysis.update({
        where: { id },
        data: { ...outcome, waiting: jsonNull, finishedAt },
      });
      if (rateBucket !== null && outcome.state === "ready") await clearStrikes(transaction, rateBucket);
      await wakeLine({ jobs }, transaction, rateBucket);
    }),
  );
}

function toStorable(text: string | null): string | null {
  return text === null ? null : toStorableText(text);
}
