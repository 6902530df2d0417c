import { SUCCESS } from "../http/answer.ts";
import { Refusal } from "../http/refusal.ts";
import { countCodePoints } from "../rules/fields.ts";
import { parseNarrationRequest, type NarrationRequest } from "../rules/narration-rules.ts";
import { readTextFile, type TextUnit } from "../rules/text-file-rules.ts";
import type { Call } from "../sandbox-context.ts";
import { makeInt64Id, makeTextId } from "../state/identifiers.ts";
import type { TaskStatus } from "../state/task-store.ts";
import { defineEndpoint } from "./service-endpoint.ts";

/** What a narration task keeps: its request and the texts to speak, so that its file can be made after a restart. */
export interface NarrationJob {
  request: NarrationRequest;
  units: TextUnit[];
}

const TYPICAL_TASK_MS = 6_000;
const TASK_FAILURE_CODE = 1027;

/** POST /v1/t2a_async_v2: service.md "Asynchronous speech synthesis request". */
export const narrationCreation = defineEndpoint<NarrationRequest>({
  method: "POST",
  path: "/v1/t2a_async_v2",
  form: "json",
  billable: true,
  hasBodyTraceId: false,
  typicalLatencyMs: [150, 400],
  parse: (fields) => parseNarrationRequest(fields),
  model: (input) => input.model,
  rateBucket: (input) => ({ name: "narration", model: input.model }),
  text: (input) => input.text ?? "",
  run: async (input, call) => {
    const { tasks, files, settings } = call.sandbox;
    const units =
      input.text === null ? await readUnits(input, call) : [{ name: "narration", text: input.text }];
    const taskId = makeInt64Id();
    const file = files.promise({
      key: call.key,
      purpose: "t2a_async",
      fileName: `${taskId}.tar`,
      contentType: "application/x-tar",
      recipe: { taskId: String(taskId) },
    });
    tasks.create({
      taskId: String(taskId),
      kind: "narration",
      key: call.key,
      durationMs: settings.taskDurationMs ?? TYPICAL_TASK_MS,
      failureCode: call.faults.has("task-failed") ? TASK_FAILURE_CODE : 0,
      fileId: file.fileId,
      callbackUrl: null,
      request: { request: input, units } satisfies NarrationJob,
    });
    return {
      kind: "json",
      body: {
        task_id: taskId,
        task_token: makeTextId(),
        file_id: BigInt(file.fileId),
        usage_characters: units.reduce((sum, { text }) => sum + countCodePoints(text), 0),
        base_resp: SUCCESS,
      },
    };
  },
});

async function readUnits(input: NarrationRequest, call: Call): Promise<TextUnit[]> {
  const { files } = call.sandbox;
  const file = files.find(input.textFileId ?? "", call.key);
  if (file === null || file.purpose !== "t2a_async_input") {
    throw new Refusal(2013, "invalid params, text_file_id: no such file of purpose t2a_async_input");
  }
  const bytes = await files.read(file, () => Promise.reject(new Error("an upload is never made")));
  return readTextFile(file.fileName, Buffer.from(bytes));
}

const STATUS_WORDS: Record<TaskStatus, string> = {
  Preparing: "Processing",
  Queueing: "Processing",
  Processing: "Processing",
  Success: "Success",
  Fail: "Failed",
};

/** GET /v1/query/t2a_async_query_v2?task_id=: unshown.md "Long (asynchronous) speech", at most 10 a second. */
export const narrationQuery = defineEndpoint<string>({
  method: "GET",
  path: "/v1/query/t2a_async_query_v2",
  form: "query",
  billable: false,
  hasBodyTraceId: false,
  typicalLatencyMs: [5, 25],
  parse: (fields) => fields.required("task_id", fields.string("task_id", { min: 1 })),
  rateBucket: () => ({ name: "narration-query", model: "" }),
  run: async (taskId, call) => {
    const { tasks } = call.sandbox;
    const task = tasks.find(taskId);
    if (task === null || task.key !== call.key || task.kind !== "narration") {
      throw new Refusal(2013, "invalid params, task_id: no such task");
    }
    return {
      kind: "json",
      body: {
        task_id: BigInt(task.taskId),
        status: STATUS_WORDS[tasks.statusOf(task)],
        file_id: BigInt(task.fileId),
        base_resp: SUCCESS,
      },
    };
  },
});
