import type { Fault } from "../faults.ts";
import type { SandboxClock } from "../settings.ts";
import { type Journal, Table } from "./journal.ts";

/** What an update to a callback address says. */
export type PushStatus = "processing" | "success" | "failed";

/** An asynchronous task: a video or a long speech. Its state is a function of the clock, so a restart changes nothing. */
export interface Task {
  taskId: string;
  kind: "video" | "narration";
  /** The account: tasks are visible to the key that made them. */
  key: string;
  /** Unix time in milliseconds. */
  createdAt: number;
  durationMs: number;
  /** 0 for a task that succeeds, else the code of its query once it has failed. */
  failureCode: number;
  fileId: string;
  /** Where status updates of a video go. */
  callbackUrl: string | null;
  /** Faults of the creation that concern the task, its file or its updates. */
  faults: readonly Fault[];
  /** The parsed request, from which the file is made. */
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

export class TaskStore {
  private readonly clock: SandboxClock;
  private readonly tasks: Table<Task>;
  private readonly pushes: Table<PushStatus[]>;

  constructor(journal: Journal, clock: SandboxClock) {
    this.clock = clock;
    this.tasks = new Table(journal, "tasks");
    this.pushes = new Table(journal, "pushes");
  }

  create(task: Omit<Task, "createdAt">): Task {
    const created: Task = { ...task, createdAt: this.clock.now() };
    this.tasks.set(task.taskId, created);
    return created;
  }

  find(taskId: string): Task | null {
    return this.tasks.get(taskId) ?? null;
  }

  list(): Task[] {
    return this.tasks.list();
  }

  statusOf(task: Task): TaskStatus {
    const elapsedMs = this.clock.now() - task.createdAt;
    if (elapsedMs >= task.durationMs) return task.failureCode === 0 ? "Success" : "Fail";
    const current = TASK_TIMELINE.findLast((step) => elapsedMs >= step.from * task.durationMs);
    return current?.status ?? "Preparing";
  }

  /** Unix time in milliseconds at which processing begins and at which the task ends. */
  momentsOf(task: Task): { processingAt: number; endsAt: number } {
    return {
      processingAt: task.createdAt + TASK_TIMELINE[2].from * task.durationMs,
      endsAt: task.createdAt + task.durationMs,
    };
  }

  /** Statuses that were pushed to the callback address, or left out because a later one had come. */
  listPushed(task: Task): readonly PushStatus[] {
    return this.pushes.get(task.taskId) ?? [];
  }

  recordPush(task: Task, status: PushStatus): void {
    this.pushes.set(task.taskId, [...this.listPushed(task), status]);
  }

  reset(): void {
    this.tasks.clear();
    this.pushes.clear();
  }
}
