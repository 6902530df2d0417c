import type { FileRecord, FileStore } from "../state/file-store.ts";
import type { Task, TaskStore } from "../state/task-store.ts";
import { makeNarration, type NarrationJob } from "./make-narration.ts";
import type { SoundWorkshop } from "./workshop/sound-workshop.ts";

/** Has the results of narration tasks made in the background, from their creation on and again after a restart. */
export class NarrationDesk {
  private readonly tasks: TaskStore;
  private readonly files: FileStore;
  private readonly workshop: SoundWorkshop;
  private readonly closing: AbortSignal;
  private readonly running = new Set<Promise<void>>();

  constructor(stores: { tasks: TaskStore; files: FileStore }, workshop: SoundWorkshop, closing: AbortSignal) {
    this.tasks = stores.tasks;
    this.files = stores.files;
    this.workshop = workshop;
    this.closing = closing;
  }

  /** Starts what is not made and not being made; a failure is logged, and tried again at the next query. */
  start(task: Task): void {
    const file = this.files.find(task.fileId, task.key);
    if (file === null || this.files.isMade(file) || task.failureCode !== 0) return;
    const making = this.make(file, task).catch((error: unknown) => {
      if (!this.closing.aborted) process.stderr.write(`narration ${task.taskId}: ${String(error)}\n`);
    });
    this.running.add(making);
    void making.finally(() => this.running.delete(making));
  }

  /** Whether the result can be had. */
  isMade(task: Task): boolean {
    const file = this.files.find(task.fileId, task.key);
    return file !== null && this.files.isMade(file);
  }

  /** Waits until the result is made. */
  make(file: FileRecord, task: Task): Promise<void> {
    const { request, units, resultForm, take } = task.request as NarrationJob;
    return this.files.make(file, (path) =>
      makeNarration(
        this.workshop,
        { folder: task.taskId, request, units, resultForm, take },
        path,
        this.closing,
      ),
    );
  }

  /** Resolves when nothing is being made any more; the workshop must have been closed. */
  async settle(): Promise<void> {
    await Promise.all(this.running);
  }
}
