import type { ResolvedConnection } from "../../connections/resolved-connection";
import { openSealedConnection } from "@/lib/connections/sealed-connection.server";
import { withDatabaseRetry } from "@/lib/db/with-database-retry.server";
import { StudioError } from "@/lib/errors/studio-error";
import { isServiceError, type ServiceError } from "@/lib/service/errors/service-error";
import type { ServiceErrorCode } from "@/lib/service/errors/catalogue";
import { askLater } from "./ask-later.server";
import { createRunnerContext } from "./create-runner-context.server";
import { describeError } from "@/lib/errors/error-facts";
import { endPendingGeneration } from "./end-pending-generation.server";
import { isLastingFault, maxDamagedTries } from "../record/lasting-faults";
import { paceQueries, pauseQueries } from "./pace-queries.server";
import { settleResult } from "./settle-result.server";
import { recordSchema } from "../record/stored-facts";
import { TaskEndedError } from "./task-ended-error";
import type { Waiting } from "../record/waiting";
import type { WorkerServices } from "../record/worker-services.server";

/**
 * Asks after a pending task, through the connection that made it. Free, so it may be repeated, after a restart too; the
 * create call is never sent again. A callback that came first has moved the generation on, and then this does nothing.
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
    await withDatabaseRetry(() => settleFault(services, asked, error));
  }
}

interface AskedTask {
  id: string;
  operation: unknown;
  startedAt: Date | null;
  pollFaults: number;
  /** Null while it is not known. */
  connection: ResolvedConnection | null;
}

/** The connection that made the task; only its key finds it again. Older rows have none and take that of now. */
async function findTaskConnection(
  services: WorkerServices,
  row: { id: string; userId: string; taskConnection: string | null },
): Promise<ResolvedConnection> {
  if (row.taskConnection === null) return services.getConnection(row.userId);
  return openSealedConnection(row.taskConnection, row.id);
}

/** Refusals of a question that speak of the task itself; service.md Errors, unshown.md "more codes". */
const refusalsOfTask: ReadonlySet<ServiceErrorCode> = new Set<ServiceErrorCode>([
  "service.invalid-parameters",
  "service.sensitive",
  "service.output-sensitive",
  "service.illegal-characters",
]);

/** How long a service is asked on that refuses the question (key, balance, a fault of its own): results live no longer. */
const refusalPatienceMs = 24 * 60 * 60 * 1000;

/**
 * Tells what ends a task (the service's no to the task, a result that is none) from what says nothing about it (no
 * network, no room, a busy service, a key that is refused today): after that it is asked again. The task is paid for, so
 * a refusal of the question alone ends it only after a day. What comes damaged is fetched again some times.
 */
async function settleFault(services: WorkerServices, task: AskedTask, error: unknown): Promise<void> {
  const { id } = task;
  if (error instanceof TaskEndedError) return endPendingGeneration(services, id, error.reason);
  const isRefused = isServiceError(error) && error.kind === "refused";
  if ((isRefused && isFinal(services, task, error)) || isLastingFault(error)) {
    return endPendingGeneration(services, id, error);
  }
  if (isThrottled(error)) return askLater(services, task, { afterMs: error.values.retryAfterMs });
  services.report(error, "A task could not be asked after; it will be again", { generationId: id });
  if (isRefused && error.retry === "after-wait" && task.connection)
    await pauseQueries(services.database, task.connection, error);
  const isDamaged = error instanceof StudioError && error.code === "result.incomplete";
  if (isDamaged && task.pollFaults + 1 >= maxDamagedTries) {
    return endPendingGeneration(services, id, new StudioError("result.damaged", { cause: error }));
  }
  await askLater(services, task, { isDamaged, because: tellWhyLater(error) });
}

/** What a person is told of a question in vain. A connection that does not work is for them to mend, so it is named. */
function tellWhyLater(error: unknown): Omit<Waiting, "untilAt"> {
  const isOurs = error instanceof StudioError;
  if (isOurs && error.code === "storage.failed") return { reason: "storage" };
  const isRefused = isServiceError(error) && error.outcome === "refused" && error.retry === "never";
  const hasNoConnection = isOurs && error.code.startsWith("connection.");
  if (!isRefused && !hasNoConnection) return { reason: "poll" };
  const { code, serviceCode } = describeError(error);
  return { reason: "query-refused", code, ...(serviceCode === undefined ? {} : { serviceCode }) };
}

function isFinal({ clock }: WorkerServices, { startedAt }: AskedTask, error: ServiceError): boolean {
  if (error.retry === "after-wait") return false;
  const ageMs = clock.now() - (startedAt?.getTime() ?? clock.now());
  return refusalsOfTask.has(error.code) || ageMs > refusalPatienceMs;
}

function isThrottled(error: unknown): error is StudioError & { values: { retryAfterMs: number } } {
  return (
    error instanceof StudioError &&
    error.code === "rate.throttled" &&
    typeof error.values.retryAfterMs === "number"
  );
}
