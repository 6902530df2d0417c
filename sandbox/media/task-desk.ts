import { appendFile, stat, truncate, writeFile } from "node:fs/promises";
import { FaultSet } from "../faults.ts";
import { narrateTask } from "./make-narration.ts";
import type { VideoOrder } from "./video/make-video.ts";
import type { Workshop } from "./workshop.ts";
import type { FileRecord, FileStore } from "../state/file-store.ts";
import { GARBAGE } from "../state/link-store.ts";
import type { Task } from "../state/task-store.ts";

const MEGABYTE = 1_000_000;
const BOX_HEADER_BYTES = 8;

export type TaskDesk = ReturnType<typeof createTaskDesk>;

/** Makes the files of tasks: in the background once started, else when first downloaded. */
export function createTaskDesk(files: FileStore, workshop: Workshop, closing: AbortSignal) {
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
    files.make(file, (path) => MAKERS[task.kind](workshop, task, path));

  /** Resolves when nothing is being made; close the workshop first. */
  async function settle(): Promise<void> {
    await Promise.all(running);
  }

  return { start, isMade, make, settle };
}

const MAKERS = { video: filmTask, narration: narrateTask };

/** Writes the video of a task to a file, with the faults that its creation named. */
async function filmTask(workshop: Workshop, task: Task, path: string): Promise<void> {
  const faults = new FaultSet(task.faults);
  await workshop.makeVideo(task.request as VideoOrder, path);
  const paddingMegabytes = faults.value("large-video") ?? 0;
  if (paddingMegabytes > 0) await appendFreeBox(path, paddingMegabytes);
  if (faults.has("empty-result")) await truncate(path, 0);
  else if (faults.has("garbage-video")) await writeFile(path, GARBAGE);
  else if (faults.has("truncated-video")) await truncate(path, Math.floor((await stat(path)).size / 2));
}

/** A `free` box of MP4: bytes that players skip. */
async function appendFreeBox(path: string, megabytes: number): Promise<void> {
  const header = Buffer.alloc(BOX_HEADER_BYTES);
  header.writeUInt32BE(BOX_HEADER_BYTES + megabytes * MEGABYTE);
  header.write("free", 4, "latin1");
  await appendFile(path, header);
  await truncate(path, (await stat(path)).size + megabytes * MEGABYTE);
}
