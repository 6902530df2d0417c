import { StudioError } from "@/lib/errors/studio-error";
import type { ResolvedConnection } from "../../connections/resolved-connection";
import { sealConnection } from "@/lib/connections/sealed-connection.server";
import { isDatabaseAway, withDatabaseRetry } from "@/lib/db/with-database-retry.server";
import { isServiceError } from "@/lib/service/errors/service-error";
import type { Claim } from "../line/claim-generation.server";
import { createRunnerContext } from "./create-runner-context.server";
import type { Runner } from "../record/runner-port.server";
import { openAttempt } from "./open-attempt.server";
import { findReceived, settleEndedEarly } from "./settle-ended-early.server";
import { settleFailure, settleLoss, settleRequeue } from "./settle-failure.server";
import { settleResult } from "./settle-result.server";
import { connectionFactsSchema } from "../record/stored-facts";
import { storeOutputs } from "./store-outputs.server";
import type { WorkerServices } from "../record/worker-services.server";

/**
 * Runs a claimed generation up to its answer: prepares, writes the attempt open, sends once, and writes down what
 * came of it. Never throws; whatever happens ends in a state that tells the truth.
 */
export async function runGeneration(services: WorkerServices, claim: Claim, known?: KnownRun): Promise<void> {
  const prepared = await prepare(services, claim, known);
  if (!prepared) return;
  const { runner, request, context } = prepared;
  const leaving = {
    address: prepared.connection.baseUrl,
    taskConnection: runner.poll ? sealConnection(prepared.connection, claim.generationId) : null,
  };
  const mine = await withDatabaseRetry(() => openAttempt(services, claim, leaving));
  if (!mine) return services.report(null, "A generation was taken over before it was sent", { ...claim });
  try {
    const result = await runner.start(request, context);
    const answered = { ...claim, connection: prepared.connection };
    await withDatabaseRetry(() => settleResult(services, answered, result));
  } catch (error) {
    await withDatabaseRetry(() => settleError(services, claim, error));
  }
}

/** What whoever claimed it has read a moment ago. */
interface KnownRun {
  row: { id: string; userId: string; generator: string; input: unknown; connection: unknown };
  connection: ResolvedConnection;
}

interface PreparedRun {
  runner: Runner;
  request: unknown;
  context: ReturnType<typeof createRunnerContext>;
  connection: ResolvedConnection;
}

/** Everything before the request; nothing has left yet, so every fault here is free. */
async function prepare(
  services: WorkerServices,
  claim: Claim,
  known: KnownRun | undefined,
): Promise<PreparedRun | null> {
  try {
    const row =
      known?.row ??
      (await services.database.generation.findUniqueOrThrow({ where: { id: claim.generationId } }));
    const definition = services.definitions.find(row.generator);
    const runner = await services.runners.load(row.generator);
    if (!definition || !runner) throw new StudioError("generator.unknown");
    const connection = known?.connection ?? (await services.getConnection(row.userId));
    if (connection.scope !== connectionFactsSchema.parse(row.connection).scope) {
      throw new StudioError("connection.changed");
    }
    const client = services.createClient(connection);
    const request = await runner.prepare(definition.inputSchema.parse(row.input), {
      client,
      signal: services.signal,
      openCallback: () => services.openCallback({ userId: row.userId, generationId: row.id, connection }),
      openAsset: (assetId) => services.openAsset({ userId: row.userId, assetId }),
      readReferenceSound: (assetId) => services.readReferenceSound({ userId: row.userId, assetId }),
      readReferenceImage: (assetId, options) =>
        services.readReferenceImage({ ...options, userId: row.userId, assetId }),
    });
    const context = createRunnerContext(services, { row, client });
    return { runner, request, context, connection };
  } catch (error) {
    // Recovery puts it back in line when the database is there again: nothing was sent.
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

/**
 * Decides what a failed sending means for money: a proven no, a later try, an honest `unknown`, or what had come of it.
 * Whatever the service says, nothing of which a result has come is sent again.
 */
async function settleError(services: WorkerServices, claim: Claim, error: unknown): Promise<void> {
  const received = await findReceived(services.database, claim.generationId);
  if (received === "part") {
    const { workerId } = services;
    services.report(error, "An answer broke off while its result was streamed", { ...claim });
    const goesOn = await settleEndedEarly(services, claim, { error, workerId });
    if (goesOn) await storeOutputs(services, claim.generationId);
    return;
  }
  if (!isServiceError(error)) {
    services.report(error, "A runner failed in an unforeseen way after the request left", { ...claim });
    return settleLoss(services, claim, error);
  }
  if (error.kind === "invalid") return settleFailure(services, claim, { error, attemptState: "unsent" });
  const stoppedInTime = services.signal.aborted && error.sent === "no";
  const provenNothing = received === "nothing" && error.nothingMade && error.retry === "after-wait";
  if (stoppedInTime || provenNothing) return settleRequeue(services, claim, error);
  if (error.outcome === "refused") return settleFailure(services, claim, { error, attemptState: "refused" });
  return settleLoss(services, claim, services.signal.aborted ? interrupted(error) : error);
}

function interrupted(cause: unknown): StudioError {
  return new StudioError("generation.interrupted", { cause });
}
