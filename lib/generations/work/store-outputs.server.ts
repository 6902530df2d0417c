import { listHosts } from "@/lib/connections/connection-addresses.server";
import { jsonNull, type Prisma } from "@/lib/db/database.server";
import { isDatabaseAway, withDatabaseRetry } from "@/lib/db/with-database-retry.server";
import { StudioError } from "@/lib/errors/studio-error";
import { advanceGenerationJob } from "../record/advance-job";
import { describeError } from "@/lib/errors/error-facts";
import { finishGeneration } from "./finish-generation.server";
import { isFaultOfBytes, isLastingFault, maxDamagedTries } from "../record/lasting-faults";
import { openOutputSource, type StoringOutput } from "./open-output-source.server";
import { connectionFactsSchema } from "../record/stored-facts";
import { endStream } from "../stream/stream-pieces.server";
import { waitUntil } from "@/lib/paid-calls/line-wait";
import type { WorkerServices } from "../record/worker-services.server";

/** Between two tries while the place cannot be reached or there is no room: longer the longer it lasts. */
const firstPauseMs = 2_000;
const longestPauseMs = 300_000;

/**
 * Fetches what the service keeps for a generation, or what had come of a stream, into our own store, all at once, and
 * ends the generation when nothing is left to fetch. What fails for now (no room, no network) is tried again for as long as the links live.
 * Safe to call again at any time: only what is not stored yet is fetched.
 */
export async function storeOutputs(services: WorkerServices, generationId: string): Promise<void> {
  const { database } = services;
  const row = await withDatabaseRetry(() =>
    database.generation.findUniqueOrThrow({
      where: { id: generationId },
      select: {
        userId: true,
        connection: true,
        outputs: { where: { state: "storing" }, orderBy: { index: "asc" } },
      },
    }),
  );
  const ownHosts = listHosts(connectionFactsSchema.parse(row.connection));
  const retryAts = await Promise.all(
    row.outputs.map((output) =>
      storeOutput(services, { generationId, userId: row.userId, ownHosts, output }),
    ),
  );
  const retryAt = Math.min(...retryAts.filter((at) => at !== null));
  if (Number.isFinite(retryAt)) await withDatabaseRetry(() => arrangeRetry(services, generationId, retryAt));
  else await finishGeneration(services, generationId);
}

/** @returns when to try again, in epoch milliseconds, or null when this output is settled */
async function storeOutput(
  services: WorkerServices,
  options: { generationId: string; userId: string; ownHosts: readonly string[]; output: StoringOutput },
): Promise<number | null> {
  const { generationId, userId, ownHosts, output } = options;
  try {
    const { isWhole, ...opened } = await openOutputSource(services, output, { ownHosts });
    const asset = await services.storeAsset({ userId, ...opened, isWhole });
    const stored = { assetId: asset.id, storedAt: new Date(services.clock.now()) };
    await withDatabaseRetry(() =>
      settleOutput(
        services,
        output,
        isWhole() ? { ...stored, state: "stored", error: jsonNull } : { ...stored, state: "partial" },
      ),
    );
    return null;
  } catch (error) {
    if (services.signal.aborted) return services.clock.now();
    return withDatabaseRetry(() => settleFault(services, { generationId, output, error }));
  }
}

/** Decides between another try and the end of it. Only what arrived damaged counts as tried. */
async function settleFault(
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
  // What we hold ourselves is the same the next time.
  const hopeless = output.sourceUrl === null ? isFaultOfBytes(known) : isLastingFault(known);
  if (hopeless || expired || tries >= maxDamagedTries) {
    await settleOutput(services, output, { state: "failed", error: describeError(known), tries });
    return null;
  }
  await database.output.updateMany({
    where: { id: output.id, state: "storing" },
    // Why a stream broke off must outlive why its part could not be stored yet.
    data: output.sourceUrl === null ? { tries } : { tries, error: describeError(known) },
  });
  const ageMs = now - output.createdAt.getTime();
  return now + Math.min(longestPauseMs, Math.max(firstPauseMs, ageMs / 5));
}

/** Compare and set: what is stored stays stored, whoever else tried at the same time. */
async function settleOutput(
  { database }: WorkerServices,
  { id, generationId, role, index, sourceUrl }: StoringOutput,
  data: Prisma.OutputUncheckedUpdateManyInput,
): Promise<void> {
  await database.$transaction(async (transaction) => {
    await transaction.output.updateMany({ where: { id, state: "storing" }, data });
    if (sourceUrl === null) await endStream(transaction, { generationId, role, index });
    await transaction.generation.update({
      where: { id: generationId },
      data: { version: { increment: 1 } },
    });
  });
}

async function arrangeRetry(services: WorkerServices, generationId: string, retryAt: number): Promise<void> {
  const startAfter = new Date(retryAt);
  await services.database.$transaction(async (transaction) => {
    await transaction.generation.updateMany({
      where: { id: generationId, state: "storing" },
      data: {
        workerId: null,
        nextPollAt: startAfter,
        waiting: waitUntil("storage", retryAt),
        version: { increment: 1 },
      },
    });
    await services.jobs.enqueue(advanceGenerationJob, { generationId }, { startAfter, transaction });
  });
}
