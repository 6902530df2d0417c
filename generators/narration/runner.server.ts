import type { StudioErrorCode } from "@/lib/errors/studio-catalogue";
import { StudioError } from "@/lib/errors/studio-error";
import type {
  RunnerContext,
  RunnerDone,
  RunnerPending,
  RunnerResult,
  PrepareContext,
} from "@/lib/generations/record/runner-port.server";
import type { NarrationRequest } from "@/lib/service/contract/narration";
import { offersEndpoint } from "@/lib/service/profiles/read-profile";
import { defineRunner } from "../_kit/define-runner.server";
import { isNotThere, toTaskEnd } from "../_kit/remote-task.server";
import { fetchNarrationResult } from "./fetch-narration-result.server";
import type { narrationInputSchema } from "./narration-input";
import {
  narrationOperationSchema,
  readRawAudio,
  type NarrationOperation,
  type TextUnit,
} from "./narration-operation";
import { NARRATION_FILE_PURPOSE } from "@/lib/service/contract/files";
import { loadTextFile } from "@/generators/narration/text-files/load-text-file.server";
import { packTextFile, type PackedText } from "@/generators/narration/text-files/pack-text-file.server";
import { checkTextFile } from "./check-input.server";

export { checkInput } from "./check-input.server";

/** A task is asked after less and less often, but at least as often as this. */
const longestPauseMs = 60_000;
/** Without a query a file that is not there yet tells nothing of the task. */
const longestPauseWithoutQueryMs = 30 * 60_000;
/** A file that is not there this often though its task is done will not come. */
const maxMissedFetches = 6;

interface PreparedNarration {
  request: NarrationRequest;
  /** The texts of the uploaded file, and what the person called it. */
  units: TextUnit[];
  textFileName?: string;
}

/**
 * Endpoint 5 of service.md: a task is made, asked after until it is done (unshown.md Long speech "task query"), and its
 * files are fetched through endpoint 7. Where the service has no query, the file itself is asked for.
 */
export const runner = defineRunner<typeof narrationInputSchema, PreparedNarration>({
  async prepare({ text_file, ...request }, context) {
    if (!text_file) return { request, units: [] };
    const { fileId, name, texts } = await uploadTextFile(text_file.assetId, request.model, context);
    return { request: { ...request, text_file_id: fileId }, units: texts, textFileName: name };
  },

  async start({ request, units, textFileName }, context) {
    const task = await context.client.createNarrationTask(request, {
      signal: context.signal,
      headers: { "x-request-id": context.generationId },
    });
    const operation = narrationOperationSchema.parse({
      taskId: task.taskId,
      taskToken: task.taskToken,
      fileId: task.fileId,
      serviceFileId: task.fileId,
      usageCharacters: task.usageCharacters,
      rawAudio: readRawAudio(request),
      units,
      textFileName,
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
      throw toTaskEnd("narrationQuery", task.failure, task.traceId);
    case "expired":
      throw new StudioError("task.expired");
    default:
      return waitOn(known, context, { traceId: task.traceId });
  }
}

/**
 * Whether the file is there is all that can be asked. What a person named and is no narration is laid aside: the task is
 * paid for and goes on.
 */
async function askForFile(operation: NarrationOperation, context: RunnerContext): Promise<RunnerResult> {
  const { fileId, serviceFileId = null } = operation;
  if (fileId === null) return waitOn(operation, context);
  try {
    return await deliver({ ...operation, fileId }, context, null);
  } catch (error) {
    if (isNotThere(error)) return waitOn(operation, context);
    if (!isNamedByPerson(operation) || !isNoNarration(error)) throw error;
    return waitOn({ ...operation, fileId: serviceFileId, mistakenFileId: fileId }, context);
  }
}

function isNamedByPerson({ fileId, serviceFileId }: NarrationOperation): boolean {
  return fileId !== null && serviceFileId !== undefined && fileId !== serviceFileId;
}

/** Another file than a result, and not one that broke off on its way. */
function isNoNarration(error: unknown): boolean {
  const isOf = (fault: unknown, code: StudioErrorCode) => fault instanceof StudioError && fault.code === code;
  if (isOf(error, "result.none") || isOf(error, "result.type")) return true;
  return isOf(error, "result.incomplete") && isOf((error as StudioError).cause, "result.type");
}

/** The file of a task that is done may be late; one that stays away is gone. */
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
    if (!isNotThere(error)) throw error;
    const missedFetches = operation.missedFetches + 1;
    if (missedFetches >= maxMissedFetches) throw new StudioError("task.expired", { cause: error });
    return waitOn({ ...operation, missedFetches }, context);
  }
}

async function deliver(
  operation: NarrationOperation & { fileId: string },
  context: RunnerContext,
  queryTraceId: string | null,
): Promise<RunnerDone> {
  const { audioCount, extraInfo, traceId } = await fetchNarrationResult(operation, context);
  if (audioCount === 0) throw new StudioError("result.none");
  const { taskId, fileId, textFileName } = operation;
  const trace = traceId ?? queryTraceId;
  return {
    kind: "done",
    outputs: [],
    blocked: 0,
    expected: Math.max(audioCount, operation.units.length),
    facts: {
      task_id: taskId,
      file_id: fileId,
      ...(textFileName === undefined ? {} : { text_file_name: textFileName }),
      ...(extraInfo ? { extra_info: extraInfo } : {}),
    },
    ...describeUsage(operation),
    ...(trace === null ? {} : { traceId: trace }),
  };
}

/** service.md, Asynchronous speech synthesis response: told when the task is made, and not again. */
function describeUsage({ usageCharacters }: NarrationOperation): Pick<RunnerPending, "usage"> {
  return usageCharacters === null ? {} : { usage: { characters: usageCharacters } };
}

function waitOn(
  operation: NarrationOperation,
  context: RunnerContext,
  { traceId = null }: { traceId?: string | null } = {},
): RunnerPending {
  const { narrationIntervalMs } = context.client.profile.polling;
  const hasNoQuery = !hasQuery(context);
  const longestMs = hasNoQuery ? longestPauseWithoutQueryMs : longestPauseMs;
  const pollAfterMs = Math.min(longestMs, narrationIntervalMs * 1.25 ** operation.polls);
  return {
    kind: "pending",
    operation: { ...operation, polls: operation.polls + 1 },
    // Without a query and without a file there is nothing to ask for until the person names one.
    pollAfterMs: hasNoQuery && operation.fileId === null ? null : Math.round(pollAfterMs),
    ...(hasNoQuery ? { hasNoQuery, ...describeTriedFile(operation) } : {}),
    ...describeUsage(operation),
    ...(traceId === null ? {} : { traceId }),
  };
}

/** What came of the file that the person named last. */
function describeTriedFile(operation: NarrationOperation): Pick<RunnerPending, "triedFile"> {
  const { fileId, mistakenFileId } = operation;
  if (fileId !== null && isNamedByPerson(operation)) return { triedFile: { fileId, found: "nothing" } };
  return mistakenFileId === null ? {} : { triedFile: { fileId: mistakenFileId, found: "other" } };
}

function hasQuery({ client }: RunnerContext): boolean {
  return offersEndpoint(client.profile, "narrationQuery");
}

/**
 * Brings a text file of the studio to the service (unshown.md Files "upload"), checked again: rules or model may be
 * others than when it was queued. Free, so it may be repeated.
 *
 * Throws StudioError `asset.missing`, `input.invalid`; ServiceError, `request.not-offered` where the service takes none.
 */
async function uploadTextFile(
  assetId: string,
  model: string,
  { client, signal, openAsset }: PrepareContext,
): Promise<{ fileId: string; name: string; texts: PackedText[] }> {
  const file = await loadTextFile(await openAsset(assetId));
  const [problem] = checkTextFile(file, model);
  if (problem) throw new StudioError("input.invalid", { fields: [{ path: "text_file", ...problem }] });
  const { fileName, content, texts } = await packTextFile(file);
  const upload = await client.uploadFile({ purpose: NARRATION_FILE_PURPOSE, fileName, content }, { signal });
  return { fileId: upload.file.file_id, name: file.name, texts };
}
