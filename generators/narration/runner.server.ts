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
import { offersEndpoint, checkTextFileId } from "@/lib/service/profiles/read-profile";
import { defineRunner } from "../_kit/define-runner.server";
import { isNotThere, toTaskEnd } from "../_kit/remote-task.server";
import { fetchNarrationResult } from "./fetch-narration-result.server";
import type { narrationInputSchema, NarrationInput } from "./narration-input";
import {
  narrationOperationSchema,
  readRawAudio,
  type NarrationOperation,
  type TextUnit,
} from "./narration-operation";
import { NARRATION_FILE_PURPOSE } from "@/lib/service/contract/files";
import { loadTextFile, toStoredFile } from "@/generators/narration/text-files/load-text-file.server";
import { packTextFile, type PackedText } from "@/generators/narration/text-files/pack-text-file.server";
import type { InputCheck } from "@/lib/generations/record/definition-port";
import { findSpeechValueProblems } from "@/lib/service/contract/open-values";
import { supportsToneTags, TONE_TAG_MODELS } from "@/lib/service/contract/speech-marks";
import { checkTexts, findFileToneTags } from "@/generators/narration/text-files/check-texts";
import type { TextFile, TextFileProblem } from "@/generators/narration/text-files/text-file";
import { maxToldProblems } from "@/generators/narration/text-files/text-file-limits";

/** Checks values against the connection's profile, and the text file, so that problems are reported before queueing. */
export const checkInput: InputCheck<NarrationInput> = async (input, context) => [
  ...findSpeechValueProblems(input, context.profile.fieldValues.speech),
  ...(await findTextProblems(input, context)),
];

const findTextProblems: InputCheck<NarrationInput> = async (input, context) => {
  const { model, text_file, text_file_id } = input;
  if (text_file_id !== undefined)
    return [checkTextFileId(context.profile, text_file_id)].filter((each) => each !== null);
  if (!text_file) return [];
  const asset = await context.findAsset(text_file.assetId);
  if (!asset) return [];
  const problems = offersEndpoint(context.profile, "fileUpload")
    ? checkTextFile(await loadTextFile(toStoredFile(asset)), model)
    : [{ key: "text-file.no-upload" as const, values: {} }];
  return problems.slice(0, maxToldProblems).map((problem) => ({ path: "text_file", ...problem }));
};

/** The problems of a text file, including tone tags that the model does not support. */
function checkTextFile(file: TextFile, model: string): TextFileProblem[] {
  const problems = checkTexts(file);
  const tags = supportsToneTags(model) ? [] : findFileToneTags(file);
  if (tags.length > 0) {
    problems.push({
      key: "text-file.tone-tags",
      values: { tags: tags.join(", "), model, allowed: TONE_TAG_MODELS.join(", ") },
    });
  }
  return problems;
}

/** The maximum poll interval, which grows. */
const longestPauseMs = 60_000;
/** Without a task query, only the presence of the file can be polled. */
const longestPauseWithoutQueryMs = 30 * 60_000;
/** A finished task whose file is missing this often counts as expired. */
const maxMissedFetches = 6;

interface PreparedNarration {
  request: NarrationRequest;
  /** The texts and the name of the uploaded file. */
  units: TextUnit[];
  textFileName?: string;
}

/**
 * Endpoint 5 of service.md: creates a task, polls it (unshown.md Long speech "task query") and fetches its files
 * through endpoint 7. If the service has no task query, the file itself is polled.
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
      // The contents of a file that is already at the service are unknown.
      grouped: units.length > 1 || (request.text_file_id !== undefined && units.length === 0),
    } satisfies Partial<NarrationOperation>);
    return waitOn(operation, context, { traceId: task.traceId });
  },

  poll(stored, context) {
    const operation = narrationOperationSchema.parse(stored);
    return hasQuery(context) ? askAfterTask(operation, context) : askForFile(operation, context);
  },
});

/** unshown.md Long speech "task query". An unknown status counts as running. */
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
 * Polls the file itself. A file that the person named and that is not a narration is set aside: the task is paid for
 * and continues.
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

/** Whether the file is something else, and not a result that was cut off. */
function isNoNarration(error: unknown): boolean {
  const isOf = (fault: unknown, code: StudioErrorCode) => fault instanceof StudioError && fault.code === code;
  if (isOf(error, "result.none") || isOf(error, "result.type")) return true;
  return isOf(error, "result.incomplete") && isOf((error as StudioError).cause, "result.type");
}

/** The file of a finished task may appear late; one that stays missing is expired. */
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

/** service.md, Asynchronous speech synthesis response: reported only at creation. */
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
    // Without a query and a file id, there is nothing to poll until the person names a file.
    pollAfterMs: hasNoQuery && operation.fileId === null ? null : Math.round(pollAfterMs),
    ...(hasNoQuery ? { hasNoQuery, ...describeTriedFile(operation) } : {}),
    ...describeUsage(operation),
    ...(traceId === null ? {} : { traceId }),
  };
}

/** The result of trying the file that the person named. */
function describeTriedFile(operation: NarrationOperation): Pick<RunnerPending, "triedFile"> {
  const { fileId, mistakenFileId } = operation;
  if (fileId !== null && isNamedByPerson(operation)) return { triedFile: { fileId, found: "nothing" } };
  return mistakenFileId === null ? {} : { triedFile: { fileId: mistakenFileId, found: "other" } };
}

function hasQuery({ client }: RunnerContext): boolean {
  return offersEndpoint(client.profile, "narrationQuery");
}

/**
 * Uploads a text file to the service (unshown.md Files "upload"). Checks it again, since rules or model may have
 * changed since it was queued. Free, so it may be repeated.
 *
 * Throws StudioError `asset.missing`, `input.invalid`; ServiceError, `request.not-offered` if the service accepts no
 * files.
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
