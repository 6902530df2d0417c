import { setTimeout as sleep } from "node:timers/promises";
import { hasAccess } from "@/lib/auth/members.server";
import type { ResolvedConnection } from "@/lib/connections/resolved-connection";
import { closeCall, type CallEnd } from "@/lib/costs/paid-calls.server";
import { jsonNull, type Prisma } from "@/lib/db/database.server";
import type { CoverAnalysis } from "@/lib/db/generated/client";
import { withDatabaseRetry } from "@/lib/db/with-database-retry.server";
import { describeError } from "@/lib/errors/error-facts";
import { getLogger } from "@/lib/errors/logger.server";
import { StudioError } from "@/lib/errors/studio-error";
import { wakeLine } from "@/lib/generations/line/replan-line.server";
import { findAsset } from "@/lib/media/find-asset.server";
import { readReferenceSound } from "@/lib/media/sound-check/reference-sound.server";
import type { StoredAsset } from "@/lib/media/stored-asset";
import { adoptCall, isHeld } from "@/lib/paid-calls/held-call.server";
import { isNothingMade } from "@/lib/paid-calls/judge-fault";
import { clearStrikes, postponeCall } from "@/lib/paid-calls/rate-line.server";
import { sendOnce, type SettledFault } from "@/lib/paid-calls/send-once.server";
import type { ServiceClient } from "@/lib/service/client.server";
import { COVER_FEATURE_LIFETIME_MS } from "@/lib/service/contract/cover-preprocess";
import { toStorableJson, toStorableText } from "@/lib/service/contract/text";
import { isServiceError, type ServiceError } from "@/lib/service/errors/service-error";
import {
  analysisCalls,
  analysisModel,
  takePlace,
  toMilliseconds,
  type AnalysisServices,
} from "./analysis-calls.server";

/** A reported length beyond this is none. */
const mostSeconds = 86_400;

/** A queued analysis looks at least this often whether its start has changed. */
const longestSleepMs = 5_000;

interface AnalysisCall {
  row: CoverAnalysis;
  asset: StoredAsset;
  connection: ResolvedConnection;
}

/**
 * Waits for the slot of an analysis, makes its paid call and stores the result. It is sent again only after a
 * rejection that made nothing. Never throws.
 *
 * @param call.connection of an analysis that has its slot already; a queued one reads it again
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
    getLogger().error(
      { err: error, analysisId: call.row.id },
      "The result of an analysis could not be stored",
    );
  }
}

/**
 * Continues a queued analysis whose process died: nothing of it has been sent. Does nothing for any other one. Safe to
 * call at any time, by any number of processes.
 *
 * @returns what resolves when the analysis has ended, and never rejects; null where there was nothing to do
 */
export async function resumeAnalysis(
  services: AnalysisServices,
  { userId, id }: { userId: string; id: string },
): Promise<{ finished: Promise<void> } | null> {
  const { database, databaseUrl } = services;
  const row = await database.$transaction(async (transaction) => {
    const waiting = await transaction.coverAnalysis.findFirst({ where: { userId, id, state: "queued" } });
    return waiting && !(await isHeld(transaction, analysisCalls, id)) ? waiting : null;
  });
  const asset = row && (await findAsset(row.assetId, userId, database));
  if (!asset) return null;
  const presence = await adoptCall(databaseUrl, analysisCalls, id);
  if (!presence) return null;
  return { finished: performAnalysis(services, { row, asset }).finally(() => presence.end()) };
}

/** Sleeps until the planned start and tries to take the slot. The row is null where it ended or another process has it. */
async function waitForPlace(
  services: AnalysisServices,
  row: CoverAnalysis,
): Promise<{ row: CoverAnalysis | null; connection?: ResolvedConnection }> {
  const { database, clock } = services;
  const scheduledAt = row.scheduledAt.getTime();
  await sleep(Math.min(longestSleepMs, Math.max(0, scheduledAt - clock.now())));
  // In a line, the start may have changed meanwhile.
  if (row.rateBucket === null && scheduledAt > clock.now()) return { row };
  try {
    const connection = await services.getConnection(row.userId);
    // The identifier is worthless under another key.
    if (connection.scope !== row.scope) throw new StudioError("connection.changed");
    const placed = await withDatabaseRetry(() =>
      database.$transaction((transaction) => takePlace(transaction, { row, connection, clock })),
    );
    return { row: placed, connection };
  } catch (error) {
    if (!(error instanceof StudioError)) throw error;
    await settle(services, row, { state: "failed", error: describeError(error) });
    return { row: null };
  }
}

/** Returns null when it has ended, and the queued row when it was postponed. */
async function send(services: AnalysisServices, call: AnalysisCall): Promise<CoverAnalysis | null> {
  const { row, asset, connection } = call;
  const sound = await readSound(services, row, asset);
  if (!sound) return null;
  // The 24 hours count from the request: rather too early than in the middle of a cover.
  const sentAt = services.clock.now();
  const sent = await sendOnce({
    open: () => recordLeaving(services, row),
    send: () =>
      services
        .createClient(connection)
        .preprocessCover(
          { model: analysisModel, audio_base64: sound },
          { headers: { "x-request-id": row.id } },
        ),
    keep: (answer) =>
      settle(services, row, toColumns(answer, sentAt), {
        state: "answered",
        milliseconds: toMilliseconds(readSeconds(answer) ?? row.durationSeconds),
      }),
    findCircumstances: () => ({ waitedMs: services.clock.now() - row.createdAt.getTime() }),
    settle: (fault) => settleFault(services, row, fault),
  });
  if (sent.kind === "not-opened") {
    if (await hasEnded(services, row)) return null;
    await settle(services, row, {
      state: "failed",
      error: describeError(new StudioError("auth.access-removed")),
    });
    return null;
  }
  if (sent.kind !== "failed" || sent.verdict !== "postponed") return null;
  return services.database.coverAnalysis.findUniqueOrThrow({ where: { id: row.id } });
}

/** Whether another process took an analysis for dead while this one waited for the database. Nothing of it was sent, so it costs nothing. */
function hasEnded({ database }: AnalysisServices, { id }: CoverAnalysis): Promise<boolean> {
  return withDatabaseRetry(() =>
    database.$transaction(async (transaction) => {
      const { state } = await transaction.coverAnalysis.findUniqueOrThrow({ where: { id } });
      if (state === "running") return false;
      await closeCall(transaction, id, { state: "refused" });
      return true;
    }),
  );
}

/**
 * Records that the request of an analysis, which took its slot as `running`, leaves now: the rate window begins then, not before its sound
 * was read.
 *
 * @returns false where it has ended, or the person has lost their access since
 */
async function recordLeaving(
  { database, clock }: AnalysisServices,
  { id, userId }: CoverAnalysis,
): Promise<boolean> {
  const changed = await database.$executeRaw`
    UPDATE "CoverAnalysis" SET "startedAt" = greatest(${new Date(clock.now())}, clock_timestamp())
    WHERE "id" = ${id}::uuid AND "state" = 'running'`;
  return changed === 1 && hasAccess(userId, database);
}

/** The sound as it is sent; null where it can't be read any more. Nothing has been sent then. */
async function readSound(services: AnalysisServices, row: CoverAnalysis, asset: StoredAsset) {
  try {
    return await readReferenceSound(asset);
  } catch (error) {
    if (!(error instanceof StudioError)) throw error;
    await settle(services, row, { state: "failed", error: describeError(error) });
    return null;
  }
}

/** service.md "Cover preprocess response": the length of the sound. */
function readSeconds({ audioDurationSeconds: seconds }: Answer): number | null {
  return seconds !== null && seconds >= 0 && seconds <= mostSeconds ? seconds : null;
}

type Answer = Awaited<ReturnType<ServiceClient["preprocessCover"]>>;

function toColumns(answer: Answer, sentAt: number): Prisma.CoverAnalysisUncheckedUpdateInput {
  return {
    state: "ready",
    error: jsonNull,
    coverFeatureId: answer.coverFeatureId,
    // Forms use line feeds only, and the service counts every character.
    lyrics: toStorable(answer.formattedLyrics)?.replaceAll(/\r\n?/g, "\n") ?? null,
    structureResult: toStorable(answer.structureResult),
    analysisInfo: toStorableJson(answer.analysisInfo) ?? jsonNull,
    traceId: answer.traceId,
    expiresAt: new Date(sentAt + COVER_FEATURE_LIFETIME_MS),
  };
}

async function settleFault(
  services: AnalysisServices,
  row: CoverAnalysis,
  { verdict, error }: SettledFault,
): Promise<void> {
  if (!isServiceError(error)) {
    getLogger().error({ err: error, analysisId: row.id }, "An analysis failed in an unforeseen way");
  } else if (verdict === "postponed") return postpone(services, row, error);
  // `failed` is sent again on the next request, so it takes a proof.
  const state = isServiceError(error) && isNothingMade(error) ? "failed" : "unknown";
  await settle(
    services,
    row,
    { state, error: describeError(error) },
    { state: state === "failed" ? "refused" : "unknown" },
  );
}

async function postpone(
  { database, clock, jobs }: AnalysisServices,
  row: CoverAnalysis,
  error: ServiceError,
): Promise<void> {
  await database.$transaction(async (transaction) => {
    const now = clock.now();
    const waitedMs = now - row.createdAt.getTime();
    const { until, waiting } = await postponeCall(transaction, row.rateBucket, { error, now, waitedMs });
    await wakeLine({ jobs, clock }, transaction, row.rateBucket);
    await transaction.coverAnalysis.update({
      where: { id: row.id },
      data: {
        state: "queued",
        scheduledAt: new Date(until),
        waiting,
        error: describeError(error),
        // What never left takes no slot of the rate limit.
        ...(error.sent === "no" ? { startedAt: null } : {}),
      },
    });
    await closeCall(transaction, row.id, { state: "refused" });
  });
}

/** Stores how it ended and frees its slot. Unless it says otherwise, nothing was made. */
async function settle(
  { database, clock, jobs }: AnalysisServices,
  { id, rateBucket }: CoverAnalysis,
  outcome: Prisma.CoverAnalysisUncheckedUpdateInput,
  end: CallEnd = { state: "refused" },
): Promise<void> {
  const finishedAt = new Date(clock.now());
  await withDatabaseRetry(() =>
    database.$transaction(async (transaction) => {
      await transaction.coverAnalysis.update({
        where: { id },
        data: { ...outcome, waiting: jsonNull, finishedAt },
      });
      if (rateBucket !== null && outcome.state === "ready") await clearStrikes(transaction, rateBucket);
      await wakeLine({ jobs, clock }, transaction, rateBucket);
      await closeCall(transaction, id, end);
    }),
  );
}

function toStorable(text: string | null): string | null {
  return text === null ? null : toStorableText(text);
}
