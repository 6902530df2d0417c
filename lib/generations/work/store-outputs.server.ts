import { jsonNull, type Prisma, type Queryable } from "@/lib/db/database.server";
import { listPrivateHosts } from "@/lib/connections/connection-addresses.server";
import { isDatabaseAway } from "@/lib/db/is-database-away";
import { withDatabaseRetry } from "@/lib/db/with-database-retry.server";
import { StudioError } from "@/lib/errors/studio-error";
import { holdNews, tellHeld } from "@/lib/live/live-hub.server";
import { advanceGenerationJob } from "../record/advance-job";
import { describeError } from "@/lib/errors/error-facts";
import { finishGeneration, finishIfStored } from "./finish-generation.server";
import { isFaultOfBytes, isLastingFault, maxDamagedTries } from "../record/lasting-faults";
import { lockGeneration } from "../record/lock-generation.server";
import { connectionFactsSchema, outputFactsSchema } from "../record/stored-facts";
import { settleOutput, type OutputOutcome } from "../stream/settle-output.server";
import { waitUntil } from "@/lib/paid-calls/line-wait";
import { inSpan } from "@/lib/traces/trace.server";
import type { WorkerServices } from "../record/worker-services.server";
import { z } from "zod";
import { assetKinds, type AssetKind } from "@/lib/media/stored-asset";
import type { AssetRecorder } from "@/lib/media/store-asset.server";
import type { RawAudio } from "@/lib/media/raw-audio";
import { openPieces } from "../stream/stream-pieces.server";

/** The row of a result that is still to be stored. */
interface StoringOutput {
  id: string;
  generationId: string;
  role: string;
  index: number;
  /** Null for a streamed result, whose bytes are in the database. */
  sourceUrl: string | null;
  /** Null for a streamed result. */
  sourceExpiresAt: Date | null;
  expectedKind: string;
  facts: unknown;
  tries: number;
  createdAt: Date;
}

interface OpenedOutput {
  source: AsyncIterable<Uint8Array>;
  expectedKind: AssetKind;
  rawAudio?: RawAudio;
  /** Whether the result is complete; valid after the source has been read. */
  isWhole(): boolean;
}

const kindSchema = z.enum(assetKinds);

/** Opens the bytes of a result that is still to be stored. Throws what `fetchResult` throws. */
async function openOutputSource(
  services: Pick<WorkerServices, "database" | "fetchResult" | "signal">,
  output: StoringOutput,
  { ownHosts }: { ownHosts: readonly string[] },
): Promise<OpenedOutput> {
  const { rawAudio } = outputFactsSchema.parse(output.facts ?? {});
  const known = { expectedKind: kindSchema.parse(output.expectedKind), ...(rawAudio ? { rawAudio } : {}) };
  if (output.sourceUrl === null) return { ...known, ...openPieces(services.database, output) };
  const { signal } = services;
  const { stream } = await services.fetchResult({ url: output.sourceUrl, ownHosts, signal });
  // A body that ends before its announced length throws.
  return { ...known, source: stream, isWhole: () => true };
}

/** A generation and its results that are still to be stored. */
export type StoringRow = Awaited<ReturnType<typeof findStoring>>;

export function findStoring(database: Queryable, generationId: string) {
  return database.generation.findUniqueOrThrow({
    where: { id: generationId },
    select: {
      userId: true,
      connection: true,
      outputs: { where: { state: "storing" }, orderBy: { index: "asc" } },
    },
  });
}

/** Pauses between tries while the host cannot be reached or there is no space: the longer it lasts, the longer. */
const firstPauseMs = 2_000;
const longestPauseMs = 300_000;

/** Storing that takes longer is told at all ... */
const toldAfterMs = 250;
/** ... and a download that takes longer is shown as one. */
const defaultSlowAfterMs = 60_000;

/**
 * Downloads the results of a generation, or the received part of a stream, into the asset store, all at once, and ends
 * the generation when nothing is left. What fails for now (no space, no network) is retried while the links are valid.
 * Safe to repeat at any time: only what is not stored yet is downloaded.
 */
export async function storeOutputs(
  services: WorkerServices,
  generationId: string,
  { slowAfterMs = defaultSlowAfterMs, found }: { slowAfterMs?: number; found?: StoringRow } = {},
): Promise<void> {
  const row = found ?? (await withDatabaseRetry(() => findStoring(services.database, generationId)));
  const ownHosts = listPrivateHosts(connectionFactsSchema.parse(row.connection));
  const told = setTimeout(() => void tellStoring(services, generationId), toldAfterMs);
  const slow = setTimeout(() => void tellSlow(services, generationId), slowAfterMs);
  const retryAts = await Promise.all(
    row.outputs.map((output) =>
      storeOutput(services, { generationId, userId: row.userId, ownHosts, output }),
    ),
  ).finally(() => {
    clearTimeout(told);
    clearTimeout(slow);
  });
  const retryAt = Math.min(...retryAts.filter((at) => at !== null));
  if (Number.isFinite(retryAt)) {
    const expiries = row.outputs.map(({ sourceExpiresAt }) => sourceExpiresAt?.getTime() ?? 0);
    const wait = { retryAt, givesUpAt: Math.max(...expiries) };
    await withDatabaseRetry(() => arrangeRetry(services, generationId, wait));
  } else if (row.outputs.length === 0) await finishGeneration(services, generationId);
}

/** @returns when to try again, in epoch milliseconds, or null when this output is settled */
async function storeOutput(
  services: WorkerServices,
  options: { generationId: string; userId: string; ownHosts: readonly string[]; output: StoringOutput },
): Promise<number | null> {
  const { generationId, userId, ownHosts, output } = options;
  try {
    const attributes = { "reverie.result": `${output.role} ${output.index}` };
    await inSpan("download", { attributes }, async () => {
      const { isWhole, ...opened } = await openOutputSource(services, output, { ownHosts });
      // The file, the result and, after the last one, the end of the generation are one durable commit.
      const record: AssetRecorder = async (transaction, keepRow) => {
        await holdNews(transaction);
        // Before the row of the file: everyone who locks both locks it first.
        await lockGeneration(transaction, generationId);
        const stored = { assetId: (await keepRow()).id, storedAt: new Date(services.clock.now()) };
        // The error of a part says why it broke off; it stays.
        await settleIn(
          services,
          transaction,
          output,
          isWhole() ? { ...stored, state: "stored", error: jsonNull } : { ...stored, state: "partial" },
        );
        await tellHeld(transaction, generationId);
      };
      await services.storeAsset({ userId, ...opened, isWhole, record });
    });
    return null;
  } catch (error) {
    if (services.signal.aborted) return services.clock.now();
    return withDatabaseRetry(() => settleStoringFault(services, { generationId, output, error }));
  }
}

/** Plans another try or fails the result. Only damaged downloads count as tries. */
async function settleStoringFault(
  services: WorkerServices,
  { generationId, output, error }: { generationId: string; output: StoringOutput; error: unknown },
): Promise<number | null> {
  const { database, clock } = services;
  const now = clock.now();
  const known = error instanceof StudioError ? error : new StudioError("internal", { cause: error });
  const ours = known.code === "internal" && !isDatabaseAway(error);
  if (ours) services.report(error, "A result could not be stored", { generationId });
  const tries = output.tries + (ours || known.code === "result.incomplete" ? 1 : 0);
  const expired = (output.sourceExpiresAt?.getTime() ?? Infinity) <= now;
  // Bytes that we hold ourselves are the same the next time.
  const hopeless = output.sourceUrl === null ? isFaultOfBytes(known) : isLastingFault(known);
  if (hopeless || expired || tries >= maxDamagedTries) {
    await settle(services, output, { state: "failed", error: describeError(known), tries });
    return null;
  }
  await database.output.updateMany({
    where: { id: output.id, state: "storing" },
    // The reason why a stream broke off is kept; the reason why its part is not stored yet is not.
    data: output.sourceUrl === null ? { tries } : { tries, error: describeError(known) },
  });
  const ageMs = now - output.createdAt.getTime();
  return now + Math.min(longestPauseMs, Math.max(firstPauseMs, ageMs / 5));
}

function settle(services: WorkerServices, output: StoringOutput, outcome: OutputOutcome): Promise<void> {
  return withDatabaseRetry(() =>
    services.database.$transaction((transaction) => settleIn(services, transaction, output, outcome)),
  );
}

/** Writes what became of a result and, after the last one, how the generation ends. */
async function settleIn(
  services: WorkerServices,
  transaction: Prisma.TransactionClient,
  output: StoringOutput,
  outcome: OutputOutcome,
): Promise<void> {
  await settleOutput(transaction, output, outcome);
  await finishIfStored(services, transaction, output.generationId);
}

/** Says that an answer is there, which `settleResult` doesn't tell: most results are stored before anybody has looked. */
async function tellStoring({ database, report }: WorkerServices, generationId: string): Promise<void> {
  try {
    await tellHeld(database, generationId);
  } catch (error) {
    report(error, "The storing of a result could not be told", { generationId });
  }
}

/** Says that a result is still being downloaded. */
async function tellSlow({ database, workerId, report }: WorkerServices, generationId: string): Promise<void> {
  try {
    await database.generation.updateMany({
      where: { id: generationId, state: "storing", workerId },
      data: { waiting: { reason: "download" }, version: { increment: 1 } },
    });
  } catch (error) {
    report(error, "A slow download could not be shown", { generationId });
  }
}

/** @param wait.givesUpAt when the last link expires; 0 for bytes that are here already */
async function arrangeRetry(
  services: WorkerServices,
  generationId: string,
  { retryAt, givesUpAt }: { retryAt: number; givesUpAt: number },
): Promise<void> {
  const startAfter = new Date(retryAt);
  await services.database.$transaction(async (transaction) => {
    await transaction.generation.updateMany({
      where: { id: generationId, state: "storing" },
      data: {
        workerId: null,
        nextPollAt: startAfter,
        waiting: {
          ...waitUntil("storage", retryAt),
          ...(givesUpAt > 0 ? { givesUpAt: new Date(givesUpAt).toISOString() } : {}),
        },
        version: { increment: 1 },
      },
    });
    await services.jobs.enqueue(advanceGenerationJob, { generationId }, { startAfter, transaction });
  });
}
