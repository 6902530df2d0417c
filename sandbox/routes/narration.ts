import { readFile } from "node:fs/promises";
import { FaultSet, readFaultWords } from "../faults.ts";
import { SUCCESS } from "../http/answer.ts";
import { Refusal } from "../http/refusal.ts";
import type { NarrationJob, ResultForm } from "../media/make-narration.ts";
import { defineEndpoint } from "./service-endpoint.ts";
import { countCodePoints } from "../rules/fields.ts";
import { type NarrationRequest, parseNarrationRequest } from "../rules/narration-rules.ts";
import { readTextFile, type TextUnit } from "../rules/text-file-rules.ts";
import { checkSpokenText, checkToneTags } from "../rules/text-rules.ts";
import type { Call, SandboxContext } from "../sandbox-context.ts";
import { drawTake } from "../settings.ts";
import { makeInt64Id, makeTextId } from "../state/identifiers.ts";
import type { Task, TaskStatus } from "../state/task-store.ts";

const TYPICAL_TASK_MS = 6_000;
const TASK_FAILURE_CODE = 1027;

/** POST /v1/t2a_async_v2: service.md "Asynchronous speech synthesis request". */
export const narrationCreation = defineEndpoint<NarrationRequest>("POST /v1/t2a_async_v2", {
  billable: true,
  typicalLatencyMs: [150, 400],
  parse: (fields, { settings }) => parseNarrationRequest(fields, settings.textFileId),
  model: (input) => input.model,
  rateBucket: (input) => ({ name: "narration", model: input.model }),
  text: (input) => input.text ?? "",
  run: async (input, call) => {
    const { tasks, files, settings, desk } = call.sandbox;
    const units =
      input.text === null ? await readUnits(input, call) : [{ name: "narration", text: input.text }];
    // Words in an uploaded text are only known here; those that strike a task do so all the same.
    const faults = input.text === null ? call.faults.with(readUnitFaults(units)) : call.faults;
    const taskId = makeInt64Id();
    const description = { key: call.key, purpose: "t2a_async", fileName: `${taskId}.tar` };
    const file = files.promise({ ...description, contentType: "application/x-tar" }, String(taskId));
    const task = tasks.create({
      taskId: String(taskId),
      kind: "narration",
      key: call.key,
      durationMs: faults.value("task-ms") ?? settings.taskDurationMs ?? TYPICAL_TASK_MS,
      failureCode: faults.has("task-failed") ? TASK_FAILURE_CODE : 0,
      fileId: file.fileId,
      callback: null,
      request: {
        request: input,
        units,
        resultForm: chooseForm(faults),
        expires: faults.has("task-expired"),
        take: drawTake(settings),
      } satisfies NarrationJob,
    });
    desk.start(task);
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
  const units = readTextFile(file.fileName, await readFile(files.pathOf(file)));
  for (const { text } of units) {
    checkSpokenText("text_file_id", text);
    checkToneTags("text_file_id", text, input.model);
  }
  return units;
}

function readUnitFaults(units: readonly TextUnit[]): FaultSet {
  return new FaultSet(units.flatMap(({ text }) => readFaultWords(text)));
}

const RESULT_FAULTS = {
  "zip-result": "zip",
  "audio-result": "audio",
  "empty-result": "empty",
  "damaged-tar": "damaged-tar",
  "truncated-tar": "truncated-tar",
  "escaping-tar": "escaping-tar",
} as const;

function chooseForm(faults: FaultSet): ResultForm {
  const names = Object.keys(RESULT_FAULTS) as (keyof typeof RESULT_FAULTS)[];
  const asked = names.find((name) => faults.has(name));
  return asked === undefined ? "tar" : RESULT_FAULTS[asked];
}

const STATUS_WORDS: Record<TaskStatus, string> = {
  Preparing: "Processing",
  Queueing: "Processing",
  Processing: "Processing",
  Success: "Success",
  Fail: "Failed",
};

/** Success only once the result lies there, however long it takes; a restart may have cut the making short. */
function describeStatus(task: Task, { tasks, desk }: SandboxContext): string {
  const status = tasks.statusOf(task);
  if (status !== "Success") return STATUS_WORDS[status];
  if ((task.request as NarrationJob).expires) return "Expired";
  if (desk.isMade(task)) return STATUS_WORDS.Success;
  desk.start(task);
  return STATUS_WORDS.Processing;
}

/** GET /v1/query/t2a_async_query_v2?task_id=: unshown.md "Long (asynchronous) speech", at most 10 a second. */
export const narrationQuery = defineEndpoint<string>("GET /v1/query/t2a_async_query_v2", {
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
        status: describeStatus(task, call.sandbox),
        file_id: BigInt(task.fileId),
        base_resp: SUCCESS,
      },
    };
  },
});
