import { requeueUnsent } from "./requeue-unsent.server";
import { cancelUnsent } from "../line/cancel-unsent.server";
import type { Claim } from "../line/claim-generation.server";
import type { WorkerServices } from "../record/worker-services.server";
import type { ResolvedConnection } from "@/lib/connections/resolved-connection";
import { sealConnection } from "@/lib/connections/sealed-connection.server";
import { isDatabaseAway } from "@/lib/db/is-database-away";
import { withDatabaseRetry } from "@/lib/db/with-database-retry.server";
import { StudioError } from "@/lib/errors/studio-error";
import { requireDiskQuota } from "@/lib/media/disk-quota.server";
import { sendOnce, type SettledFault } from "@/lib/paid-calls/send-once.server";
import { isServiceError } from "@/lib/service/errors/service-error";
import { inSpan, isTraced, recordSpan } from "@/lib/traces/trace.server";
import type { Runner } from "../record/runner-port.server";
import { noteStep, type StepRow } from "../record/note-step.server";
import { connectionFactsSchema } from "../record/stored-facts";
import { parseStoredInput } from "../record/stored-input";
import { createRunnerContext } from "./create-runner-context.server";
import { findReceived, settleEndedEarly } from "./settle-ended-early.server";
import { settleFailure, settleLoss, settlePostponed } from "./settle-failure.server";
import { settleResult } from "./settle-result.server";
import { storeOutputs } from "./store-outputs.server";

/**
 * Makes the paid call of a claimed generation: prepares the request, opens the attempt, sends once and records what came
 * of it. Never throws; whatever happens ends in a true state.
 */
export function runGeneration(services: WorkerServices, claim: Claim, known?: KnownRun): Promise<void> {
  const { generationId, attemptId } = claim;
  const attributes = { "reverie.attempt_id": attemptId };
  return inSpan("attempt", { of: { generationId }, as: claim, attributes }, () =>
    run(services, claim, known),
  );
}

async function run(services: WorkerServices, claim: Claim, known?: KnownRun): Promise<void> {
  const prepared = await inSpan("prepare", {}, () => prepare(services, claim, known));
  if (!prepared) return;
  const { row, runner, request, context, connection, producesPicture } = prepared;
  const hold = services.lease.hold();
  const endExpectation = producesPicture ? services.expectPicture() : undefined;
  const sent = await sendOnce({
    open: async () => {
      const isOpen = await openAttempt(services, claim, {
        address: connection.baseUrl,
        taskConnection: runner.poll ? sealConnection(connection, claim.generationId) : null,
      });
      // The answer may have been on its way for so long that another worker has taken over.
      const leaves = isOpen && hold !== null && hold.lasts();
      if (leaves) noteStep(services.database, row, "sent", claim);
      return leaves;
    },
    send: () => runner.start(request, context),
    keep: (result) => settleResult(services, { ...claim, connection }, result),
    findCircumstances: async () => ({
      received: await findReceived(services.database, claim.generationId),
      isStopping: services.signal.aborted,
      waitedMs: services.clock.now() - row.createdAt.getTime(),
      tries: await services.database.attempt.count({ where: { generationId: claim.generationId } }),
    }),
    settle: (fault) => settleFault(services, claim, fault),
  }).finally(endExpectation);
  if (sent.kind === "not-opened") await settleUnopened(services, claim);
}

/**
 * Nothing was sent: the person has lost their access, another process has the generation, or the connection was lost after
 * the attempt was opened. The last one goes back to the queue.
 */
async function settleUnopened(services: WorkerServices, claim: Claim): Promise<void> {
  const isSettled = await withDatabaseRetry(() =>
    services.database.$transaction(async (transaction) => {
      if (await requeueUnsent(services, transaction, claim)) return true;
      const { user } = await transaction.generation.findUniqueOrThrow({
        where: { id: claim.generationId },
        select: { user: { select: { id: true, disabledAt: true } } },
      });
      if (user.disabledAt === null) return false;
      await cancelUnsent(services, transaction, user.id);
      return true;
    }),
  );
  if (!isSettled) services.report(null, "A generation was taken over before it was sent", { ...claim });
}

/** What the claiming worker has just read. */
interface KnownRun {
  row: RunRow;
  connection: ResolvedConnection;
  /** The parsed input. */
  input: unknown;
  /** Whether the person's files may fill a quota. */
  hasQuota: boolean;
}

interface RunRow extends StepRow {
  userId: string;
  input: unknown;
  connection: unknown;
}

interface PreparedRun {
  runner: Runner;
  request: unknown;
  context: ReturnType<typeof createRunnerContext>;
  connection: ResolvedConnection;
  row: RunRow;
  producesPicture: boolean;
}

/** Everything before the request; nothing has left yet, so every fault here is free. */
async function prepare(
  services: WorkerServices,
  claim: Claim,
  known: KnownRun | undefined,
): Promise<PreparedRun | null> {
  try {
    const row: RunRow =
      known?.row ??
      (await services.database.generation.findUniqueOrThrow({ where: { id: claim.generationId } }));
    noteStep(services.database, row, "claimed", claim);
    await traceQueue(services, claim, row);
    const input = known ? known.input : parseStoredInput(services.definitions, row).input;
    // Results of what was queued before it may have used up the quota meanwhile.
    const [runner] = await Promise.all([
      services.runners.load(row.generator),
      known?.hasQuota === false ? undefined : requireDiskQuota(row.userId, services.database),
    ]);
    if (!runner) throw new StudioError("generator.unknown");
    const connection = known?.connection ?? (await services.getConnection(row.userId));
    if (connection.scope !== connectionFactsSchema.parse(row.connection).scope) {
      throw new StudioError("connection.changed");
    }
    const { id: generationId, userId } = row;
    const client = services.createClient(connection);
    const request = await runner.prepare(input, {
      client,
      signal: services.signal,
      openCallback: () => services.openCallback({ userId, generationId, connection }),
      openAsset: (assetId) => services.openAsset({ userId, assetId }),
      readReferenceSound: (assetId) => services.readReferenceSound({ userId, assetId }),
      readReferenceImage: (assetId, options) => services.readReferenceImage({ ...options, userId, assetId }),
    });
    return {
      runner,
      request,
      context: createRunnerContext(services, { row, client }),
      connection,
      row,
      producesPicture: services.definitions.find(row.generator)?.produces === "picture",
    };
  } catch (error) {
    // Recovery puts it back in the queue when the database is there again.
    if (isDatabaseAway(error) || services.signal.aborted) {
      services.report(error, "A generation could not be prepared for now", { ...claim });
      return null;
    }
    if (!(error instanceof StudioError) && !isServiceError(error)) {
      services.report(error, "A generation could not be prepared", { ...claim });
    }
    await withDatabaseRetry(() => settleFailure(services, claim, { error, attemptState: "unsent" }));
    return null;
  }
}

/** Records how long it was in the queue, since it was created or its last attempt ended. */
async function traceQueue({ database }: WorkerServices, claim: Claim, row: RunRow): Promise<void> {
  const { generationId, attemptId } = claim;
  if (!isTraced(generationId)) return;
  const attempts = await database.attempt.findMany({
    where: { generationId },
    orderBy: { number: "desc" },
    take: 2,
    select: { id: true, startedAt: true, finishedAt: true },
  });
  const own = attempts.find(({ id }) => id === attemptId);
  const last = attempts.find(({ id }) => id !== attemptId);
  recordSpan("queue", {
    of: { generationId },
    fromMs: (last?.finishedAt ?? row.createdAt).getTime(),
    ...(own ? { toMs: own.startedAt.getTime() } : {}),
  });
}

/** Records what a fault of the sent request leads to. */
async function settleFault(
  services: WorkerServices,
  claim: Claim,
  { verdict, error }: SettledFault,
): Promise<void> {
  if (verdict === "partial") {
    services.report(error, "An answer broke off while its result was streamed", { ...claim });
    const hasMore = await settleEndedEarly(services, claim, { error, workerId: services.workerId });
    if (hasMore) await storeOutputs(services, claim.generationId);
    return;
  }
  if (!isServiceError(error)) {
    services.report(error, "A runner failed in an unforeseen way after the request left", { ...claim });
    return settleLoss(services, claim, error);
  }
  if (verdict === "postponed") return settlePostponed(services, claim, error);
  if (verdict === "unknown") {
    const { aborted } = services.signal;
    return settleLoss(
      services,
      claim,
      aborted ? new StudioError("generation.interrupted", { cause: error }) : error,
    );
  }
  await settleFailure(services, claim, { error, attemptState: verdict });
}

/**
 * Records that the request leaves now. One statement, since every request waits for it. What it waits for a connection or a lock counts:
 * the rate window begins with `startedAt`.
 *
 * @param options.taskConnection the sealed connection of a request that creates a task: if the answer is lost, a
 *   callback may still name the task
 * @returns false where the generation is no longer this worker's, or its person has lost their access
 */
async function openAttempt(
  { database, workerId, clock }: WorkerServices,
  claim: Claim,
  { address, taskConnection }: { address: string; taskConnection: string | null },
): Promise<boolean> {
  const now = new Date(clock.now());
  const changed = await database.$executeRaw`
    WITH held AS (
      UPDATE "Generation"
      SET "state" = 'running', "waiting" = NULL, "taskConnection" = ${taskConnection}, "version" = "version" + 1, "updatedAt" = ${now}
      WHERE "id" = ${claim.generationId}::uuid AND "state" = 'starting' AND "workerId" = ${workerId}
        AND EXISTS (SELECT 1 FROM "Attempt" WHERE "id" = ${claim.attemptId}::uuid AND "state" = 'prepared')
        AND NOT EXISTS (SELECT 1 FROM "User" WHERE "id" = "Generation"."userId" AND "disabledAt" IS NOT NULL)
      RETURNING "id"
    )
    UPDATE "Attempt" SET "state" = 'open', "address" = ${address}, "startedAt" = greatest(${now}, clock_timestamp())
    WHERE "id" = ${claim.attemptId}::uuid AND "generationId" IN (SELECT "id" FROM held)`;
  return changed === 1;
}
