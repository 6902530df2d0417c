import { FaultSet } from "../faults.ts";
import { Refusal } from "../http/refusal.ts";
import type { Call } from "./service-endpoint.ts";
import type { Fields } from "../rules/fields.ts";
import { makeInt64Id } from "../state/identifiers.ts";
import type { Task } from "../state/task-store.ts";

/** Status code of a failed task. */
const TASK_FAILURE_CODE = 1027;
const KINDS = {
  video: { purpose: "video_generation", extension: "mp4", contentType: "video/mp4", typicalMs: 12_000 },
  narration: { purpose: "t2a_async", extension: "tar", contentType: "application/x-tar", typicalMs: 6_000 },
} as const;

/** Creates a task and the file that its result will be. */
export function createTask(
  { key, sandbox }: Call,
  task: Pick<Task, "kind" | "callbackUrl" | "request"> & { faults: FaultSet },
): Task {
  const { faults, ...given } = task;
  const { purpose, extension, contentType, typicalMs } = KINDS[task.kind];
  const taskId = String(makeInt64Id());
  const file = sandbox.files.promise(
    { key, purpose, fileName: `${taskId}.${extension}`, contentType },
    taskId,
  );
  return sandbox.tasks.create({
    ...given,
    taskId,
    key,
    durationMs: faults.value("task-ms") ?? sandbox.settings.taskDurationMs ?? typicalMs,
    failureCode: faults.has("task-failed") ? TASK_FAILURE_CODE : 0,
    fileId: file.fileId,
    faults: faults.list,
  });
}

export function parseTaskId(fields: Fields): string {
  return fields.required("task_id", fields.string("task_id", { min: 1 }));
}

/** A task of the key. Throws a 2013 refusal. */
export function getTask(taskId: string, kind: Task["kind"], { key, sandbox }: Call): Task {
  const task = sandbox.tasks.find(taskId);
  if (task?.key !== key || task.kind !== kind) {
    throw new Refusal(2013, "invalid params, task_id: no such task");
  }
  return task;
}

/** Whether a task ends as Expired instead of Success. */
export function isExpired(task: Task): boolean {
  return new FaultSet(task.faults).has("task-expired");
}
