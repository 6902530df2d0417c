import { z } from "zod";
import { baseRespSchema, optionalIdentifierSchema } from "./answer.ts";
import { readVideoTaskState, videoQueryResponseSchema, type VideoTaskState } from "./video.ts";

/** service.md Events 1: the answer must come within this time, with the same value. */
export const CHALLENGE_ANSWER_WITHIN_MS = 3_000;

const challengeSchema = z.looseObject({ challenge: z.union([z.string(), z.number()]) });

/** What the service pushed: a question whether the address is ours, or the state of a task. */
export type VideoCallback =
  | { kind: "challenge"; challenge: string | number }
  | {
      kind: "update";
      taskId: string | null;
      /** Null for a status that is not described. */
      state: VideoTaskState | null;
      status: string;
      fileId: string | null;
      /** base_resp.status_code; null when the body has none. */
      serviceCode: number | null;
      serviceMessage: string | null;
    };

/** Only task and status are needed to ask after a task: what stands beside them may have any form. */
const updateSchema = videoQueryResponseSchema.extend({
  file_id: optionalIdentifierSchema.catch(null),
  base_resp: baseRespSchema.nullish().catch(null),
});

/**
 * Reads the body of a callback (service.md Events; unshown.md Video "update body"). The caller parses the JSON with
 * `parseJsonKeepingDigits`. A body that is neither is null. Callbacks are not signed: believe nothing but the task id,
 * and ask the service.
 */
export function readVideoCallback(body: unknown): VideoCallback | null {
  const challenge = challengeSchema.safeParse(body);
  if (challenge.success) return { kind: "challenge", challenge: challenge.data.challenge };
  const update = updateSchema.safeParse(body);
  if (!update.success) return null;
  const { task_id: taskId, status, file_id: fileId, base_resp: baseResp } = update.data;
  return {
    kind: "update",
    taskId,
    state: readVideoTaskState(status),
    status,
    fileId,
    serviceCode: baseResp?.status_code ?? null,
    serviceMessage: baseResp?.status_msg ?? null,
  };
}
