import type { FileRecord, FileStore } from "../state/file-store.ts";
import type { Task } from "../state/task-store.ts";

/** Writes the file of a task to a path. */
type TaskMaker = (task: Task, path: string) => Promise<void>;

/** Makes the files of tasks: in the background once started, else when first downloaded. */
export class TaskDesk {
  private readonly files: FileStore;
  private readonly makers: Readonly<Record<Task["kind"], TaskMaker>>;
  private readonly closing: AbortSignal;
  private readonly running = new Set<Promise<void>>();

  constructor(files: FileStore, makers: Readonly<Record<Task["kind"], TaskMaker>>, closing: AbortSignal) {
    this.files = files;
    this.makers = makers;
    this.closing = closing;
  }

  /** Starts what is not made and not being made. A failure is logged; the next query or download tries again. */
  start(task: Task): void {
    const file = this.files.find(task.fileId, task.key);
    if (file === null || file.isMade === true || task.failureCode !== 0) return;
    const making = this.make(file, task).catch((error: unknown) => {
      if (!this.closing.aborted) process.stderr.write(`${task.kind} ${task.taskId}: ${String(error)}\n`);
    });
    this.running.add(making);
    void making.finally(() => this.running.delete(making));
  }

  /** Whether the result is there. */
  isMade(task: Task): boolean {
    return this.files.find(task.fileId, task.key)?.isMade === true;
  }

  /** Waits until the file is made. */
  make(file: FileRecord, task: Task): Promise<void> {
    return this.files.make(file, (path) => this.makers[task.kind](task, path));
  }

  /** Resolves when nothing is being made; close the workshop first. */
  async settle(): Promise<void> {
    await Promise.all(this.running);
  }
}
