import { z } from "zod";
import {
  createNarrationRequestSchema,
  narrationQueryResponseSchema,
  narrationResponseSchema,
  readNarrationTaskState,
  type NarrationRequest,
  type NarrationTaskState,
} from "../contract/narration.ts";
import { ServiceError } from "../errors/service-error.ts";
import { rawInteger } from "../json/parse-json.server.ts";
import type { ServiceProfile } from "../profiles/profile-schema.ts";
import { checkTextFileId, wireModelName } from "../profiles/read-profile.ts";
import { readJsonAnswer } from "../transport/json-answer.server.ts";
import { parseRequest, sendCall, type CallOptions, type ClientContext } from "./call.server.ts";
import { queryTask, type QueriedTask } from "./query-task.server.ts";

/** Endpoint 5, POST /v1/t2a_async_v2. Billable: sent once, never retried. Throws ServiceError. */
export async function createNarrationTask(
  context: ClientContext,
  request: NarrationRequest,
  options: CallOptions = {},
) {
  const schema = createNarrationRequestSchema(context.profile.fieldValues.speech);
  const parsed = parseRequest(schema, request, "narrationCreate");
  const { text_file_id: fileId } = parsed;
  const json = {
    ...parsed,
    model: wireModelName(context.profile, parsed.model),
    ...(fileId === undefined ? {} : { text_file_id: writeTextFileId(context.profile, fileId) }),
  };
  const answer = await sendCall(context, { endpoint: "narrationCreate", json }, options);
  const { value, facts } = await readJsonAnswer(answer, narrationResponseSchema);
  return {
    taskId: value.task_id,
    taskToken: value.task_token,
    /** The result's file ID; null where the service provides it only later. */
    fileId: value.file_id,
    usageCharacters: value.usage_characters,
    ...facts,
  };
}

/** A string as in service.md, or an integer where the profile requires one (unshown.md Long speech "input"). */
function writeTextFileId(profile: ServiceProfile, fileId: string): unknown {
  const problem = checkTextFileId(profile, fileId);
  if (problem) {
    const facts = { kind: "invalid", sent: "no", endpoint: "narrationCreate" } as const;
    throw new ServiceError("request.invalid", { ...facts, problems: [problem] });
  }
  return profile.fieldValues.narration.text_file_id === "integer" ? rawInteger(fileId) : fileId;
}

/** unshown.md Long speech "task query", at most 10 per second. Free, so safe to repeat. Throws ServiceError. */
export function queryNarrationTask(
  context: ClientContext,
  taskId: string,
  options: CallOptions = {},
): Promise<QueriedTask<NarrationTaskState>> {
  const query = { taskId, schema: queryAnswerSchema, readState: readNarrationTaskState };
  return queryTask(context, { endpoint: "narrationQuery", ...query }, options);
}

/** The status of a failed task may be missing. */
const queryAnswerSchema = narrationQueryResponseSchema.extend({ status: z.string().nullish() });
