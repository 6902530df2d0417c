import { StudioError } from "@/lib/errors/studio-error";
import type {
  RunnerContext,
  RunnerDone,
  RunnerPending,
  RunnerResult,
} from "@/lib/generations/runner-port.server";
import type { NarrationTask } from "@/lib/service/client.server";
import type { NarrationRequest } from "@/lib/service/contract/narration";
import { isServiceError, ServiceError } from "@/lib/service/errors/service-error";
import { offersEndpoint } from "@/lib/service/profiles";
import { defineRunner } from "../_kit/define-runner.server";
import { fetchNarrationResult } from "./fetch-narration-result.server";
import type { narrationInputSchema } from "./narration-input";
import {
  narrationOperationSchema,
  readRawAudio,
  type NarrationOperation,
  type TextUnit,
} from "./narration-operation";

/** A task is asked after less and less often, but at least as often as this. */
const longestPauseMs = 60_000;
/** Without a query a file that is not there yet tells nothing of the task. */
const longestPauseWithoutQueryMs = 30 * 60_000;
/** A result that cannot be had this often though its task is done will not be had. */
const maxFailedFetches = 6;

interface PreparedNarration {
  request: NarrationRequest;
  /** The texts of the uploaded file. */
  units: TextUnit[];
}

/**
 * Endpoint 5 of service.md: a task is made, asked after until it is done (unshown.md Long speech "task query"), and its
 * files are fetched through endpoint 7. Where the service has no query, the file itself is asked for.
 */
export const narrationRunner = defineRunner<typeof narrationInputSchema, PreparedNarration>({
  prepare: ({ text_file: _textFile, ...request }) => Promise.resolve({ request, units: [] }),

  async start({ request, units }, context) {
    const task = await context.client.createNarrationTask(request, {
      signal: context.signal,
      headers: { "x-request-id": context.generationId },
    });
    const operation = narrationOperationSchema.parse({
      taskId: task.taskId,
      taskToken: task.taskToken,
      fileId: task.fileId,
      usageCharacters: task.usageCharacters,
      rawAudio: readRawAudio(request),
      units,
      // Of a file that the service had before nobody here knows what is in it.
      grouped: units.length > 1 || (request.text_file_id !== undefined && units.length === 0),
    } satisfies Partial<NarrationOperation>);
    return waitOn(operation, context, { traceId: task.traceId });
  },

  poll(stored, context) {
    const operation = narrationOperationSchema.parse(stored);
    return hasQuery(context) ? askAfterTask(operation, context) : askForFile(operation, context);
  },
});

/** unshown.md Long speech "task query". A word that is not described says no more than that it goes on. */
async function askAfterTask(operation: NarrationOperation, context: RunnerContext): Promise<RunnerResult> {
  const task = await context.client.queryNarrationTask(operation.taskId, { signal: context.signal });
  const known = { ...operation, fileId: task.fileId ?? operation.fileId };
  switch (task.state) {
    case "success":
      return fetchResult(known, context, task.traceId);
    case "failed":
      throw toTaskError(task);
    case "expired":
      throw new StudioError("task.expired");
    default:
      return waitOn(known, context, { traceId: task.traceId });
  }
}

/** Whether the file is there is all that can be asked. */
async function askForFile(operation: NarrationOperation, context: RunnerContext): Promise<RunnerResult> {
  const { fileId } = operation;
  if (fileId === null) return waitOn(operation, context);
  try {
    return await deliver({ ...operation, fileId }, context, null);
  } catch (error) {
    if (isNotThereYet(error)) return waitOn(operation, context);
    return fetchLater(operation, context, error);
  }
}

async function fetchResult(
  operation: NarrationOperation,
  context: RunnerContext,
  traceId: string | null,
): Promise<RunnerResult> {
  const { fileId } = operation;
  if (fileId === null) throw new StudioError("result.none");
  try {
    return await deliver({ ...operation, fileId }, context, traceId);
  } catch (error) {
    return fetchLater(operation, context, error);
  }
}

async function deliver(
  operation: NarrationOperation & { fileId: string },
  context: RunnerContext,
  queryTraceId: string | null,
): Promise<RunnerDone> {
  const { audioCount, extraInfo, traceId } = await fetchNarrationResult(operation, context);
  if (audioCount === 0) throw new StudioError("result.none");
  const { taskId, fileId, usageCharacters } = operation;
  const trace = traceId ?? queryTraceId;
  return {
    kind: "done",
    outputs: [],
    blocked: 0,
    expected: Math.max(audioCount, operation.units.length),
    facts: { task_id: taskId, file_id: fileId, ...(extraInfo ? { extra_info: extraInfo } : {}) },
    ...(usageCharacters === null ? {} : { usage: { characters: usageCharacters } }),
    ...(trace === null ? {} : { traceId: trace }),
  };
}

/**
 * The task is done and its result is there, but it came damaged or not at all: it is fetched again, which costs nothing,
 * and after some times given up. A network that is away says nothing of the result: that is thrown on, and asked later.
 */
function fetchLater(operation: NarrationOperation, context: RunnerContext, error: unknown): RunnerPending {
  if (!isOfResult(error)) throw error;
  const failedFetches = operation.failedFetches + 1;
  if (failedFetches >= maxFailedFetches) {
    throw new StudioError(isNotThereYet(error) ? "task.expired" : "result.damaged", { cause: error });
  }
  return waitOn({ ...operation, failedFetches }, context);
}

/** Whether an error speaks of the result itself, and another fetch may bring it whole. */
function isOfResult(error: unknown): boolean {
  if (error instanceof StudioError) return error.code === "result.incomplete";
  return isServiceError(error) && (error.kind === "malformed" || isNotThereYet(error));
}

/** The service does not know the file: not yet, or no longer. */
function isNotThereYet(error: unknown): boolean {
  return isServiceError(error) && (error.serviceCode === invalidParameters || error.httpStatus === 404);
}

/** service.md Errors: what an id that is not there is answered with. */
const invalidParameters = 2013;

/** Ends the task with the service's own reason, as far as it gives one. */
function toTaskError({ failure, traceId }: Pick<NarrationTask, "failure" | "traceId">): Error {
  if (!failure?.code) return new StudioError("task.failed");
  return new ServiceError(failure.code, {
    kind: "refused",
    sent: "maybe",
    endpoint: "narrationQuery",
    ...(failure.serviceCode === null ? {} : { serviceCode: failure.serviceCode }),
    ...(failure.serviceMessage === null ? {} : { serviceMessage: failure.serviceMessage }),
    ...(traceId === null ? {} : { traceId }),
  });
}

function waitOn(
  operation: NarrationOperation,
  context: RunnerContext,
  { traceId = null }: { traceId?: string | null } = {},
): RunnerPending {
  const { narrationIntervalMs } = context.client.profile.polling;
  const longestMs = hasQuery(context) ? longestPauseMs : longestPauseWithoutQueryMs;
  const pollAfterMs = Math.min(longestMs, narrationIntervalMs * 1.25 ** operation.polls);
  return {
    kind: "pending",
    operation: { ...operation, polls: operation.polls + 1 },
    pollAfterMs: hasQuery(context) || operation.fileId !== null ? Math.round(pollAfterMs) : null,
    ...(traceId === null ? {} : { traceId }),
  };
}

function hasQuery({ client }: RunnerContext): boolean {
  return offersEndpoint(client.profile, "narrationQuery");
}
