import type { FileRecord, FileStore } from "../state/file-store.ts";
import type { Task } from "../state/task-store.ts";
import { spoilVideo, type VideoFlaw } from "./video/spoil-video.ts";
import type { VideoOrder } from "./video/video-order.ts";
import type { VideoWorkshop } from "./video/video-workshop.ts";

/** What a video task is to make. */
export interface VideoAssignment {
  order: VideoOrder;
  flaw: VideoFlaw;
}

/** Has the files of video tasks made: in the background once a task is being processed, else when they are asked for. */
export class VideoDesk {
  private readonly files: FileStore;
  private readonly workshop: VideoWorkshop;
  private readonly closing: AbortSignal;
  private readonly running = new Set<Promise<void>>();

  constructor(files: FileStore, workshop: VideoWorkshop, closing: AbortSignal) {
    this.files = files;
    this.workshop = workshop;
    this.closing = closing;
  }

  /** Starts what is not made and not being made; a failure is logged, and tried again when the file is asked for. */
  start(task: Task): void {
    const file = this.files.find(task.fileId, task.key);
    if (file === null || this.files.isMade(file) || task.failureCode !== 0) return;
    const making = this.make(file, task).catch((error: unknown) => {
      if (!this.closing.aborted) process.stderr.write(`video ${task.taskId}: ${String(error)}\n`);
    });
    this.running.add(making);
    void making.finally(() => this.running.delete(making));
  }

  /** Waits until the file is made. */
  make(file: FileRecord, task: Task): Promise<void> {
    const { order, flaw } = task.request as VideoAssignment;
    return this.files.make(file, async (path) => {
      await this.workshop.make(order, path);
      await spoilVideo(path, flaw);
    });
  }

  /** Ends the making; resolves when nothing runs any more. */
  async close(): Promise<void> {
    await this.workshop.close();
    await Promise.all(this.running);
  }
}
