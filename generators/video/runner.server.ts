import { StudioError } from "@/lib/errors/studio-error";
import {
  type PrepareContext,
  type RunnerContext,
  type RunnerPending,
  type RunnerResult,
  TaskEndedError,
} from "@/lib/generations/record/runner-port.server";
import { toDataUrl } from "@/lib/media/image-reference.server";
import type { VideoTask } from "@/lib/service/client.server";
import type { VideoRequest } from "@/lib/service/contract/video";
import { FIRST_FRAME_LIMITS } from "@/lib/service/contract/video-modes";
import { isServiceError } from "@/lib/service/errors/service-error";
import { offersEndpoint } from "@/lib/service/profiles/read-profile";
import { defineRunner } from "../_kit/define-runner.server";
import { isNotThere, tellCutOff, toTaskEnd } from "../_kit/remote-task.server";
import { chooseSentFields } from "./sent-fields";
import type { videoInputSchema, VideoInput } from "./video-input";
import type { InputCheck } from "@/lib/generations/record/definition-port";
import { findFirstFrameProblems } from "@/generators/video/first-frame/first-frame-problems";
import { z } from "zod";
import { updateFactsSchema } from "@/lib/generations/record/pushed-update";

/** The maximum poll interval, which grows. */
const longestPauseMs = 60_000;
/** A finished task whose file is missing this often counts as expired. */
const maxMissedFetches = 6;

/**
 * Endpoint 3 of service.md: creates a task whose status arrives by callback if the service can reach the studio. A
 * callback is a hint that triggers a poll; only a complete file counts. Otherwise the task is polled with growing
 * intervals.
 */
export const runner = defineRunner<typeof videoInputSchema, VideoRequest>({
  async prepare({ first_frame_image, ...fields }, context) {
    const [firstFrame, callbackUrl] = await Promise.all([
      readFirstFrame(first_frame_image, context),
      context.openCallback(),
    ]);
    return {
      ...chooseSentFields(fields),
      first_frame_image: firstFrame,
      ...(callbackUrl === null ? {} : { callback_url: callbackUrl }),
    };
  },

  async start(request, context) {
    const { taskId, traceId } = await context.client.createVideoTask(request, {
      signal: context.signal,
      headers: { "x-request-id": context.generationId },
    });
    const hasCallback = request.callback_url !== undefined;
    return waitOn(videoOperationSchema.parse({ taskId, hasCallback }), context, traceId);
  },

  async poll(stored, context) {
    let operation = videoOperationSchema.parse(stored);
    const { pushed } = operation;
    const hasQuery = offersEndpoint(context.client.profile, "videoQuery");
    // An existing file counts more than the task query.
    for (const fileId of listFileIds(operation)) {
      const isLastWord = !hasQuery && fileId === tellPushedFile(operation);
      const fetched = await fetchHinted({ ...operation, fileId }, context, isLastWord);
      if (fetched === "other" && fileId === operation.fileId)
        operation = { ...operation, fileId: null, mistakenFileId: fileId };
      else if (fetched !== null && fetched !== "other") return fetched;
    }
    if (hasQuery) return askAfterTask(operation, context);
    if (pushed?.state === "failed") throw toTaskEnd("videoQuery", pushed, null);
    if (pushed?.state === "success" && pushed.fileId !== null) return waitForFile(operation, context, null);
    return waitOn(operation, context, null);
  },
});

/** The possible result files: named by the person or the query, and by the callback. */
function listFileIds(operation: VideoOperation): string[] {
  return [...new Set([operation.fileId, tellPushedFile(operation)])].filter((each) => each !== null);
}

/** The file that the callback named. */
function tellPushedFile({ pushed }: VideoOperation): string | null {
  return pushed?.state === "success" ? pushed.fileId : null;
}

/**
 * Fetches a file that a person or a callback named. A file that is no video is `other` and the paid task continues,
 * unless no other source can name a file.
 */
async function fetchHinted(
  operation: VideoOperation & { fileId: string },
  context: RunnerContext,
  isLastWord: boolean,
): Promise<RunnerResult | "other" | null> {
  try {
    return await fetchOrNull(operation, context, null);
  } catch (error) {
    if (!isLastWord && error instanceof StudioError && error.code === "result.type") return "other";
    throw error;
  }
}

async function readFirstFrame(
  source: VideoInput["first_frame_image"],
  context: PrepareContext,
): Promise<string> {
  if ("url" in source) return source.url;
  const maxBytes = FIRST_FRAME_LIMITS.underBytes - 1;
  return toDataUrl(await context.readReferenceImage(source.assetId, { maxBytes }));
}

/** unshown.md Video "task query". An unknown status counts as running. */
async function askAfterTask(operation: VideoOperation, context: RunnerContext): Promise<RunnerResult> {
  let task: VideoTask;
  try {
    task = await context.client.queryVideoTask(operation.taskId, { signal: context.signal });
  } catch (error) {
    // A new task may not be known everywhere yet; it is paid for.
    if (!isServiceError(error) || error.code !== "service.invalid-parameters") throw error;
    return waitForFile(operation, context, null, error);
  }
  if (task.state === "failed") throw toTaskEnd("videoQuery", task.failure, task.traceId);
  if (task.state !== "success") return waitOn(operation, context, task.traceId);
  if (task.fileId === null) return waitForFile(operation, context, task.traceId);
  const known = { ...operation, fileId: task.fileId };
  const fetched = await fetchOrNull(known, context, task.traceId);
  if (fetched) return fetched;
  return waitForFile(known, context, task.traceId);
}

/** The file of a finished task and its id may appear late. After too many attempts it throws `reason`. */
function waitForFile(
  operation: VideoOperation,
  context: RunnerContext,
  traceId: string | null,
  reason: Error = new StudioError(listFileIds(operation).length > 0 ? "task.expired" : "result.none"),
): RunnerResult {
  const missedFetches = operation.missedFetches + 1;
  if (missedFetches >= maxMissedFetches) throw new TaskEndedError(reason);
  return waitOn({ ...operation, missedFetches }, context, traceId);
}

/** Stores the video; null if the service does not know the file. Throws if it cannot be fetched or is damaged. */
async function fetchOrNull(
  operation: VideoOperation & { fileId: string },
  context: RunnerContext,
  queryTraceId: string | null,
): Promise<RunnerResult | null> {
  const { client, signal } = context;
  const { taskId, fileId } = operation;
  try {
    const { body, traceId } = await client.retrieveContent({ fileId }, { signal });
    await context.storeOutput({
      index: 0,
      role: "video",
      expectedKind: "video",
      source: tellCutOff(body),
      repeatable: true,
    });
    const trace = traceId ?? queryTraceId;
    return {
      kind: "done",
      outputs: [],
      blocked: 0,
      facts: { task_id: taskId, file_id: fileId },
      ...(trace === null ? {} : { traceId: trace }),
    };
  } catch (error) {
    if (isNotThere(error)) return null;
    throw error;
  }
}

function waitOn(operation: VideoOperation, context: RunnerContext, traceId: string | null): RunnerResult {
  const { profile } = context.client;
  const hasNoQuery = !offersEndpoint(profile, "videoQuery");
  const hasNothingToAsk = hasNoQuery && listFileIds(operation).length === 0;
  const pauseMs = Math.min(longestPauseMs, profile.polling.videoIntervalMs * 1.25 ** operation.polls);
  return {
    kind: "pending",
    operation: { ...operation, polls: operation.polls + 1 },
    // Without a query, there is nothing to poll until a callback or the person names a file.
    pollAfterMs: hasNothingToAsk ? null : Math.round(pauseMs),
    ...(hasNoQuery
      ? { hasNoQuery, hasCallback: operation.hasCallback, ...describeTriedFile(operation) }
      : {}),
    ...(traceId === null ? {} : { traceId }),
  };
}

/** The result of trying the file that the person named, if the service has no query. */
function describeTriedFile({ fileId, mistakenFileId }: VideoOperation): Pick<RunnerPending, "triedFile"> {
  if (fileId !== null) return { triedFile: { fileId, found: "nothing" } };
  return mistakenFileId === null ? {} : { triedFile: { fileId: mistakenFileId, found: "other" } };
}

/** Checks the first frame before queueing. */
export const checkInput: InputCheck<VideoInput> = async ({ first_frame_image }, { findAsset }) => {
  const asset = "assetId" in first_frame_image ? await findAsset(first_frame_image.assetId) : null;
  // The engine reports a wrong kind of file for every generator; URLs cannot be checked here.
  if (asset?.kind !== "image") return [];
  return findFirstFrameProblems(asset).map((problem) => ({ path: "first_frame_image", ...problem }));
};

/**
 * What is needed to fetch the result of a task after a restart. A task found through a callback has only its id and the
 * pushed status.
 */
const videoOperationSchema = z.object({
  taskId: z.string(),
  /** The id of the file; null until the service or the person names it. */
  fileId: z.string().nullable().default(null),
  /** A file that the person named and that is not a video. */
  mistakenFileId: z.string().nullable().default(null),
  /** The final status that the service pushed, which is only a hint. */
  pushed: updateFactsSchema.optional(),
  /** Whether the request had a callback URL. */
  hasCallback: z.boolean().default(true),
  /** The number of polls; the interval grows with it. */
  polls: z.int().min(0).default(0),
  /** How often the task, or the file of the finished task, was missing. */
  missedFetches: z.int().min(0).default(0),
});
type VideoOperation = z.infer<typeof videoOperationSchema>;
