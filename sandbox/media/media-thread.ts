import { Worker } from "node:worker_threads";
import type { SoundFacts, SoundOrder, SoundPiece } from "./make-sound.ts";
import type { SoundAnalysis } from "./music/analyse-sound.ts";
import type { SpeechEngineState } from "./speech/speech-engine.ts";
import type { VideoOrder } from "./video/make-video.ts";

export type MediaJob =
  | { type: "sound"; order: SoundOrder; path: string; wantsPieces: boolean }
  | { type: "analysis"; bytes: Uint8Array }
  | { type: "video"; order: VideoOrder; frameFolder: string; path: string };

/** The result of each kind of job; an analysis is null for bytes that cannot be decoded. */
export interface MediaResults {
  sound: SoundFacts;
  analysis: SoundAnalysis | null;
  video: null;
}

export type ThreadRequest = { id: number; job: MediaJob } | { id: number; cancel: true } | { close: true };

export type ThreadAnswer =
  /** `bytes` is null where only the size is wanted. */
  | { id: number; piece: { bytes: Uint8Array | null; size: number; untilMs: number } }
  | { id: number; result: MediaResults[keyof MediaResults] }
  | { id: number; failure: string }
  | { speech: SpeechEngineState };

/** A piece as it is remembered: its size, and how far the sound goes with it. */
export interface PieceSize {
  size: number;
  untilMs: number;
}

interface WaitingJob {
  onPiece: (piece: { bytes: Uint8Array | null } & PieceSize) => void;
  resolve: (result: never) => void;
  reject: (error: Error) => void;
}

/** A worker thread that makes media. It starts with its first job; one that dies is replaced at the next. */
export class MediaThread {
  private readonly onSpeechState: (state: SpeechEngineState) => void;
  private readonly waiting = new Map<number, WaitingJob>();
  private worker: Worker | null = null;
  private nextId = 1;
  private isClosed = false;

  constructor(onSpeechState: (state: SpeechEngineState) => void = () => undefined) {
    this.onSpeechState = onSpeechState;
  }

  get load(): number {
    return this.waiting.size;
  }

  /** Rejects when the job fails, the signal aborts, or the thread ends. */
  async run<Job extends MediaJob>(
    job: Job,
    options: { onPiece?: (piece: SoundPiece) => void; signal?: AbortSignal; sizes?: PieceSize[] } = {},
  ): Promise<MediaResults[Job["type"]]> {
    const id = this.nextId;
    this.nextId += 1;
    const cancel = () => this.send({ id, cancel: true });
    const onPiece: WaitingJob["onPiece"] = ({ bytes, size, untilMs }) => {
      options.sizes?.push({ size, untilMs });
      if (bytes !== null) options.onPiece?.({ bytes, untilMs });
    };
    options.signal?.addEventListener("abort", cancel, { once: true });
    try {
      return await new Promise((resolve, reject) => {
        this.waiting.set(id, { onPiece, resolve, reject });
        this.send({ id, job });
      });
    } finally {
      options.signal?.removeEventListener("abort", cancel);
      this.waiting.delete(id);
    }
  }

  /** Ends the thread: at once, or after it has ended its child process. */
  async close(manner: "at once" | "gently"): Promise<void> {
    this.isClosed = true;
    const { worker } = this;
    if (worker === null) return;
    const ended = new Promise((resolve) => worker.once("exit", resolve));
    if (manner === "at once") await worker.terminate();
    else worker.postMessage({ close: true } satisfies ThreadRequest);
    await ended;
  }

  private send(request: ThreadRequest): void {
    if (this.isClosed) throw new Error("the media thread is closed");
    this.worker ??= this.start();
    this.worker.postMessage(request);
  }

  private start(): Worker {
    const worker = new Worker(new URL("./thread-program.ts", import.meta.url));
    worker.on("message", (answer: ThreadAnswer) => this.receive(answer));
    worker.once("error", (error) => process.stderr.write(`media thread: ${error.stack ?? error.message}\n`));
    worker.once("exit", () => {
      if (this.worker === worker) this.worker = null;
      for (const { reject } of this.waiting.values()) reject(new Error("the media thread ended"));
    });
    return worker;
  }

  private receive(answer: ThreadAnswer): void {
    if ("speech" in answer) return this.onSpeechState(answer.speech);
    const job = this.waiting.get(answer.id);
    if ("piece" in answer) job?.onPiece(answer.piece);
    else if ("failure" in answer) job?.reject(new Error(answer.failure));
    else job?.resolve(answer.result as never);
  }
}
