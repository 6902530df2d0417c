import type { Fault } from "../faults.ts";
import type { SandboxClock } from "../settings.ts";
import { type Journal, Table } from "./journal.ts";

export type PushStatus = "processing" | "success" | "failed";

/** An asynchronous task: a video or a long speech. Its state is a function of the clock, so a restart changes nothing. */
export interface Task {
  taskId: string;
  kind: "video" | "narration";
  /** The account: tasks are visible to the key that made them. */
  key: string;
  createdAt: number;
  durationMs: number;
  /** 0 for a task that succeeds, else the code of its query once it has failed. */
  failureCode: number;
  fileId: string;
  callbackUrl: string | null;
  /** Faults of the creation that concern the task, its file or its updates. */
  faults: readonly Fault[];
  request: unknown;
}

/** States of a video task query (unshown.md, Video: task query). */
type TaskStatus = "Preparing" | "Queueing" | "Processing" | "Success" | "Fail";

/** Share of a task's time after which each state begins. */
const TASK_TIMELINE = [
  { status: "Preparing", from: 0 },
  { status: "Queueing", from: 0.1 },
  { status: "Processing", from: 0.25 },
] as const;

export type TaskStore = ReturnType<typeof createTaskStore>;

export function createTaskStore(journal: Journal, clock: SandboxClock) {
  const tasks = new Table<Task>(journal, "tasks");
  const pushes = new Table<PushStatus[]>(journal, "pushes");

  function create(task: Omit<Task, "createdAt">): Task {
    const created: Task = { ...task, createdAt: clock.now() };
    tasks.set(task.taskId, created);
    return created;
  }

  const find = (taskId: string): Task | null => tasks.get(taskId) ?? null;
  const list = (): Task[] => tasks.list();

  function statusOf(task: Task): TaskStatus {
    const elapsedMs = clock.now() - task.createdAt;
    if (elapsedMs >= task.durationMs) return task.failureCode === 0 ? "Success" : "Fail";
    const current = TASK_TIMELINE.findLast((step) => elapsedMs >= step.from * task.durationMs);
    return current?.status ?? "Preparing";
  }

  /** Unix time in milliseconds at which processing begins and at which the task ends. */
  function momentsOf(task: Task): { processingAt: number; endsAt: number } {
    return {
      processingAt: task.createdAt + TASK_TIMELINE[2].from * task.durationMs,
      endsAt: task.createdAt + task.durationMs,
    };
  }

  /** Statuses that were pushed to the callback address, or left out because a later one had come. */
  const listPushed = (task: Task): readonly PushStatus[] => pushes.get(task.taskId) ?? [];
  const recordPush = (task: Task, status: PushStatus): void =>
    pushes.set(task.taskId, [...listPushed(task), status]);

  function reset(): void {
    tasks.clear();
    pushes.clear();
  }

  return { create, find, list, statusOf, momentsOf, listPushed, recordPush, reset };
}
