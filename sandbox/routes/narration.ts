import { readFile } from "node:fs/promises";
import { FaultSet, readFaultDirectives } from "../faults.ts";
import { succeed } from "../http/answer.ts";
import { Refusal } from "../http/refusal.ts";
import type { NarrationJob } from "../media/make-narration.ts";
import { type Call, defineEndpoint } from "./service-endpoint.ts";
import { createTask, getTask, isExpired, parseTaskId } from "./tasks.ts";
import { countCodePoints } from "../rules/fields.ts";
import { type NarrationRequest, parseNarrationRequest } from "../rules/speech-rules.ts";
import { readTextFile, type TextUnit } from "../rules/text-file-rules.ts";
import { checkSpokenText, checkToneTags } from "../rules/text-rules.ts";
import type { SandboxContext } from "../sandbox-context.ts";
import { drawTake } from "../settings.ts";
import { makeTextId } from "../state/identifiers.ts";
import type { Task } from "../state/task-store.ts";

/** POST /v1/t2a_async_v2: service.md "Asynchronous speech synthesis request". */
export const narrationCreation = defineEndpoint<NarrationRequest>("POST /v1/t2a_async_v2", {
  billable: true,
  typicalLatencyMs: [150, 400],
  parse: (fields, { settings }) => parseNarrationRequest(fields, settings.textFileId),
  model: (input) => input.model,
  rateBucket: (input) => ({ name: "narration", model: input.model }),
  text: (input) => input.text ?? "",
  run: async (input, call) => {
    const units =
      input.text === null ? await readUnits(input, call) : [{ name: "narration", text: input.text }];
    // Fault words of an uploaded text are known only here; those that concern its task or file still apply.
    const words = input.text === null ? units.flatMap(({ text }) => readFaultDirectives(text)) : [];
    const faults = new FaultSet([...call.faults.list, ...words]);
    const request: NarrationJob = { request: input, units, take: drawTake(call.sandbox.settings) };
    const task = createTask(call, { kind: "narration", callbackUrl: null, request, faults });
    call.sandbox.desk.start(task);
    return succeed({
      task_id: BigInt(task.taskId),
      task_token: makeTextId(),
      file_id: BigInt(task.fileId),
      usage_characters: units.reduce((sum, { text }) => sum + countCodePoints(text), 0),
    });
  },
});

async function readUnits(input: NarrationRequest, call: Call): Promise<TextUnit[]> {
  const { files } = call.sandbox;
  const file = files.find(input.textFileId ?? "", call.key);
  if (file === null || file.purpose !== "t2a_async_input") {
    throw new Refusal(2013, "invalid params, text_file_id: no such file of purpose t2a_async_input");
  }
  const units = await readTextFile(file.fileName, await readFile(files.pathOf(file)));
  for (const { text } of units) {
    checkSpokenText("text_file_id", text);
    checkToneTags("text_file_id", text, input.model);
  }
  return units;
}

/** Success only once the result exists, however long it takes: a restart may have interrupted the work. */
function describeStatus(task: Task, { tasks, desk }: SandboxContext): string {
  const status = tasks.statusOf(task);
  if (status === "Fail") return "Failed";
  if (status !== "Success") return "Processing";
  if (isExpired(task)) return "Expired";
  if (desk.isMade(task)) return "Success";
  desk.start(task);
  return "Processing";
}

/** GET /v1/query/t2a_async_query_v2?task_id=: unshown.md "Long (asynchronous) speech", at most 10 a second. */
export const narrationQuery = defineEndpoint<string>("GET /v1/query/t2a_async_query_v2", {
  parse: parseTaskId,
  rateBucket: () => ({ name: "narration-query", model: "" }),
  run: async (taskId, call) => {
    const task = getTask(taskId, "narration", call);
    const status = describeStatus(task, call.sandbox);
    return succeed({ task_id: BigInt(task.taskId), status, file_id: BigInt(task.fileId) });
  },
});
