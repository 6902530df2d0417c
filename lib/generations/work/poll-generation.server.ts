import { jsonNull } from "@/lib/db/database.server";
import { describeError } from "@/lib/errors/error-facts";
import { lockGeneration } from "../record/lock-generation.server";
import { noteStep } from "../record/note-step.server";
import type { GenerationServices } from "../record/services.server";
import { isWhole } from "./settle-failure.server";
import { transition } from "../record/transition";
import { wakeLine } from "../line/replan-line.server";
import type { ResolvedConnection } from "../../connections/resolved-connection";
import { openSealedConnection } from "@/lib/connections/sealed-connection.server";
import { withDatabaseRetry } from "@/lib/db/with-database-retry.server";
import { StudioError } from "@/lib/errors/studio-error";
import { isServiceError, type ServiceError } from "@/lib/service/errors/service-error";
import { LINK_LIFETIME_MS } from "@/lib/service/contract/files";
import { taskRejections } from "@/lib/service/errors/catalogue";
import { askLater } from "./ask-later.server";
import { createRunnerContext } from "./create-runner-context.server";
import { isLastingFault, maxDamagedTries } from "../record/lasting-faults";
import { paceQueries, pauseQueries } from "./pace-queries.server";
import { settleCost } from "../record/settle-cost.server";
import { settleResult } from "./settle-result.server";
import { nullableWaitingSchema, recordSchema } from "../record/stored-facts";
import { TaskEndedError } from "../record/runner-port.server";
import type { Waiting } from "../record/waiting";
import type { WorkerServices } from "../record/worker-services.server";

/**
 * Polls a pending task through the connection that created it. Free, so it may be repeated, also after a restart; the
 * create call is never sent again. Does nothing where a callback has settled the generation before.
 */
export async function pollGeneration(services: WorkerServices, generationId: string): Promise<void> {
  const row = await withDatabaseRetry(() =>
    services.database.generation.findUniqueOrThrow({ where: { id: generationId } }),
  );
  if (row.state !== "running" || row.operation === null) return;
  const asked: AskedTask = { ...row, connection: null };
  try {
    const runner = await services.runners.load(row.generator);
    if (!runner?.poll) throw new StudioError("generator.unknown");
    const connection = await findTaskConnection(services, row);
    asked.connection = connection;
    const client = paceQueries(services.createClient(connection), { ...services, connection });
    const context = createRunnerContext(services, { row, client });
    const result = await runner.poll(recordSchema.parse(row.operation), context);
    const claim = { generationId, attemptId: null, asked: row.operation };
    await withDatabaseRetry(() => settleResult(services, claim, result));
  } catch (error) {
    if (services.signal.aborted) return;
    await withDatabaseRetry(() => settlePollFault(services, asked, error));
  }
}

interface AskedTask {
  id: string;
  operation: unknown;
  startedAt: Date | null;
  pollFaults: number;
  waiting: unknown;
  /** Null while it is not known. */
  connection: ResolvedConnection | null;
}

/** The connection that created the task; only its key finds it. Rows from before it was stored use the current one. */
async function findTaskConnection(
  services: WorkerServices,
  row: { id: string; userId: string; taskConnection: string | null },
): Promise<ResolvedConnection> {
  if (row.taskConnection === null) return services.getConnection(row.userId);
  return openSealedConnection(row.taskConnection, row.id);
}

/** How long rejected polls (key, balance, a fault of the service) are repeated: results are not kept longer. */
const refusalPatienceMs = 24 * 60 * 60 * 1000;

/**
 * Ends the task if the service rejects the task itself or its result is unusable. Other faults (no network, no space, a
 * busy service, a rejected key) say nothing about the task, so it is polled again. The task is paid for: rejected polls
 * alone end it only after a day. A damaged result is downloaded again a few times.
 */
async function settlePollFault(services: WorkerServices, task: AskedTask, error: unknown): Promise<void> {
  const { id } = task;
  if (error instanceof TaskEndedError) return endPendingGeneration(services, id, error.reason);
  const isRefused = isServiceError(error) && error.kind === "refused";
  if ((isRefused && isFinal(services, task, error)) || isLastingFault(error)) {
    return endPendingGeneration(services, id, error);
  }
  if (isThrottled(error)) return askLater(services, task, { afterMs: error.values.retryAfterMs });
  services.report(error, "A task could not be polled; it is polled again", { generationId: id });
  if (isRefused && error.retry === "after-wait" && task.connection)
    await pauseQueries(services.database, task.connection, error);
  const isDamaged = error instanceof StudioError && error.code === "result.incomplete";
  if (isDamaged && task.pollFaults + 1 >= maxDamagedTries) {
    return endPendingGeneration(services, id, new StudioError("result.damaged", { cause: error }));
  }
  const because = describePollDelay(services, task, error);
  if (because.givesUpAt !== undefined && Date.parse(because.givesUpAt) <= services.clock.now()) {
    return endPendingGeneration(services, id, error);
  }
  await askLater(services, task, { isDamaged, because });
}

/**
 * The wait that a failed poll shows. A connection that does not work is named, since only the person can fix it. A result
 * whose server can't be reached, or that keeps breaking off, is downloaded again as long as the service keeps it.
 */
function describePollDelay(
  { clock }: WorkerServices,
  task: AskedTask,
  error: unknown,
): Omit<Waiting, "untilAt"> {
  const isOurs = error instanceof StudioError;
  if (isOurs && error.code === "storage.failed") return { reason: "storage" };
  if (isOurs && error.code === "result.unreachable") {
    const known = nullableWaitingSchema.parse(task.waiting)?.givesUpAt;
    return { reason: "storage", givesUpAt: known ?? new Date(clock.now() + LINK_LIFETIME_MS).toISOString() };
  }
  const isRefused = isServiceError(error) && error.outcome === "refused" && error.retry === "never";
  const hasNoConnection = isOurs && error.code.startsWith("connection.");
  if (!isRefused && !hasNoConnection) return { reason: "poll" };
  const { code, serviceCode } = describeError(error);
  return { reason: "query-refused", code, ...(serviceCode === undefined ? {} : { serviceCode }) };
}

function isFinal({ clock }: WorkerServices, { startedAt }: AskedTask, error: ServiceError): boolean {
  if (error.retry === "after-wait") return false;
  const ageMs = clock.now() - (startedAt?.getTime() ?? clock.now());
  return taskRejections.has(error.code) || ageMs > refusalPatienceMs;
}

function isThrottled(error: unknown): error is StudioError & { values: { retryAfterMs: number } } {
  return (
    error instanceof StudioError &&
    error.code === "rate.throttled" &&
    typeof error.values.retryAfterMs === "number"
  );
}

/**
 * Fails a task that will never be done, or whose result is gone. It succeeds if all results are stored already: a worker
 * may have died between storing the last one and ending the task.
 */
async function endPendingGeneration(
  { database, clock, jobs }: GenerationServices,
  generationId: string,
  error: unknown,
): Promise<void> {
  await database.$transaction(async (transaction) => {
    const row = await lockGeneration(transaction, generationId);
    // A callback may have delivered the result meanwhile.
    if (row.state !== "running") return;
    const isComplete = await isWhole(transaction, row);
    const cost = await settleCost(transaction, row);
    const outcome = transition("running", isComplete ? "complete" : "fail")!;
    const cause = isComplete ? null : describeError(error);
    await transaction.generation.updateMany({
      where: { id: generationId },
      data: {
        ...cost,
        state: outcome,
        error: cause ?? jsonNull,
        operation: jsonNull,
        taskConnection: null,
        waiting: jsonNull,
        nextPollAt: null,
        workerId: null,
        finishedAt: new Date(clock.now()),
        version: { increment: 1 },
      },
    });
    noteStep(transaction, row, "ended", { outcome, error: cause });
    await wakeLine({ jobs, clock }, transaction, row.rateBucket);
  });
}
