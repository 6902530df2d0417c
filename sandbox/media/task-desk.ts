import type { FileRecord, FileStore } from "../state/file-store.ts";
import type { Task } from "../state/task-store.ts";

type TaskMaker = (task: Task, path: string) => Promise<void>;

export type TaskDesk = ReturnType<typeof createTaskDesk>;

/** Makes the files of tasks: in the background once started, else when first downloaded. */
export function createTaskDesk(
  files: FileStore,
  makers: Readonly<Record<Task["kind"], TaskMaker>>,
  closing: AbortSignal,
) {
  const running = new Set<Promise<void>>();

  /** Starts what is not made and not being made. A failure is logged; the next query or download tries again. */
  function start(task: Task): void {
    const file = files.find(task.fileId, task.key);
    if (file === null || file.isMade === true || task.failureCode !== 0) return;
    const making = make(file, task).catch((error: unknown) => {
      if (!closing.aborted) process.stderr.write(`${task.kind} ${task.taskId}: ${String(error)}\n`);
    });
    running.add(making);
    void making.finally(() => running.delete(making));
  }

  const isMade = (task: Task): boolean => files.find(task.fileId, task.key)?.isMade === true;
  const make = (file: FileRecord, task: Task): Promise<void> =>
    files.make(file, (path) => makers[task.kind](task, path));

  /** Resolves when nothing is being made; close the workshop first. */
  async function settle(): Promise<void> {
    await Promise.all(running);
  }

  return { start, isMade, make, settle };
}
