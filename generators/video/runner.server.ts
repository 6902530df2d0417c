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

/** A task is asked after less and less often, but at least as often as this. */
const longestPauseMs = 60_000;
/** A file that is not there this often though its task is done will not come. */
const maxMissedFetches = 6;

/**
 * Endpoint 3 of service.md: a task is made, and the service tells its states by callback where it reaches the studio. A
 * callback is a hint: it makes the studio ask at once, and only a file that arrives whole counts. Without callbacks the
 * task is asked after with growing gaps.
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
    // The file itself is the best answer, whatever the query says of its task.
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

/** Where the result may be: as the person or the query told, and as the callback did, which may know better. */
function listFileIds(operation: VideoOperation): string[] {
  return [...new Set([operation.fileId, tellPushedFile(operation)])].filter((each) => each !== null);
}

/** Where the callback said that the result is. */
function tellPushedFile({ pushed }: VideoOperation): string | null {
  return pushed?.state === "success" ? pushed.fileId : null;
}

/**
 * The video by an id that a person or a callback named: what is no video is `other`, as somebody mistook it, unless nobody
 * can be asked for a better one. The task is paid for and goes on.
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

/** unshown.md Video "task query". A word that is not described says no more than that it goes on. */
async function askAfterTask(operation: VideoOperation, context: RunnerContext): Promise<RunnerResult> {
  let task: VideoTask;
  try {
    task = await context.client.queryVideoTask(operation.taskId, { signal: context.signal });
  } catch (error) {
    // One that was made a moment ago may not be known everywhere yet; it is paid for.
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

/** The file of a task that is done may be late, and so may its name; one that stays away is gone, for `reason`. */
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

/** The video, stored; null while the service does not know the file. Throws where it cannot be had or is damaged. */
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
    // Without a query there is nothing to ask before a callback or the person names the file.
    pollAfterMs: hasNothingToAsk ? null : Math.round(pauseMs),
    ...(hasNoQuery
      ? { hasNoQuery, hasCallback: operation.hasCallback, ...describeTriedFile(operation) }
      : {}),
    ...(traceId === null ? {} : { traceId }),
  };
}

/** What came of the file that the person named last; without a query nobody else tells of one. */
function describeTriedFile({ fileId, mistakenFileId }: VideoOperation): Pick<RunnerPending, "triedFile"> {
  if (fileId !== null) return { triedFile: { fileId, found: "nothing" } };
  return mistakenFileId === null ? {} : { triedFile: { fileId: mistakenFileId, found: "other" } };
}

/** Looks at the picture that the video is to begin with, so that what is wrong with it is told before anything is queued. */
export const checkInput: InputCheck<VideoInput> = async ({ first_frame_image }, { findAsset }) => {
  const asset = "assetId" in first_frame_image ? await findAsset(first_frame_image.assetId) : null;
  // Of what is no picture, the kind is told for every generator alike; what is behind an address, nobody here knows.
  if (asset?.kind !== "image") return [];
  return findFirstFrameProblems(asset).map((problem) => ({ path: "first_frame_image", ...problem }));
};

/**
 * All that is needed to come by the result of a task, after any restart. A task that was found again by a callback has
 * its id and what was pushed, and nothing else.
 */
const videoOperationSchema = z.object({
  taskId: z.string(),
  /** Where the result is; null while neither the service nor the person has told. */
  fileId: z.string().nullable().default(null),
  /** The file that the person named last, where it is no video. */
  mistakenFileId: z.string().nullable().default(null),
  /** What the service pushed of the end of the task: a hint, and no proof. */
  pushed: updateFactsSchema.optional(),
  /** Whether the service was given an address to push to. */
  hasCallback: z.boolean().default(true),
  /** How often it was asked after; the gap grows with it. */
  polls: z.int().min(0).default(0),
  /** How often the task, or its file though it was done, was not there. */
  missedFetches: z.int().min(0).default(0),
});
type VideoOperation = z.infer<typeof videoOperationSchema>;
