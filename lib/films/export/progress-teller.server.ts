import type { ExportPhase } from "../export-dto";
import type { RenderProgress } from "../render/render-order";

/** A few times a second is as often as somebody can read it. */
const intervalMs = 400;
/** Below this an estimate would jump. */
const measuredFrames = 24;

export interface Progress {
  phase: ExportPhase;
  framesDone: number;
  leftMs: number | null;
}

/**
 * Writes how far an export is, at most a few times a second and one write at a time, the newest last. What was done before a restart
 * isn't taken back.
 */
export class ProgressTeller {
  readonly #write: (progress: Progress) => Promise<void>;
  readonly #now: () => number;
  #framesDone: number;
  #first: { framesDone: number; at: number } | undefined;
  #due: Progress | undefined;
  #writing: Promise<void> | undefined;
  #lastAt = -Infinity;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    framesDone: number,
    write: (progress: Progress) => Promise<void>,
    now: () => number = () => performance.now(),
  ) {
    this.#framesDone = framesDone;
    this.#write = write;
    this.#now = now;
  }

  tell({ phase, framesDone, frames }: Omit<RenderProgress, "phase"> & { phase: ExportPhase }): void {
    this.#framesDone = Math.max(this.#framesDone, framesDone);
    this.#due = {
      phase,
      framesDone: this.#framesDone,
      leftMs: phase === "pictures" ? this.#estimate(framesDone, frames) : null,
    };
    this.#plan();
  }

  /** Resolves when nothing is being written; nothing is written after it. */
  async end(): Promise<void> {
    clearTimeout(this.#timer);
    this.#due = undefined;
    await this.#writing;
  }

  #estimate(framesDone: number, frames: number): number | null {
    this.#first ??= { framesDone, at: this.#now() };
    const done = framesDone - this.#first.framesDone;
    if (done < measuredFrames) return null;
    return Math.round(((this.#now() - this.#first.at) * (frames - framesDone)) / done);
  }

  #plan(): void {
    if (this.#writing || this.#timer) return;
    const wait = this.#lastAt + intervalMs - this.#now();
    if (wait <= 0) this.#start();
    else {
      this.#timer = setTimeout(() => {
        this.#timer = undefined;
        this.#start();
      }, wait);
    }
  }

  #start(): void {
    const progress = this.#due;
    if (!progress) return;
    this.#due = undefined;
    this.#lastAt = this.#now();
    this.#writing = this.#write(progress).finally(() => {
      this.#writing = undefined;
      if (this.#due) this.#plan();
    });
  }
}
