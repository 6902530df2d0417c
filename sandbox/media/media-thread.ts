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
  | { id: number; piece: SoundPiece }
  | { id: number; result: MediaResults[keyof MediaResults] }
  | { id: number; failure: string }
  | { speech: SpeechEngineState };

interface WaitingJob {
  onPiece: ((piece: SoundPiece) => void) | undefined;
  resolve: (result: never) => void;
  reject: (error: Error) => void;
}

/** A worker thread that makes media. It starts with its first job; one that dies is replaced at the next. */
export function createMediaThread(onSpeechState: (state: SpeechEngineState) => void = () => undefined) {
  const waiting = new Map<number, WaitingJob>();
  let worker: Worker | null = null;
  let nextId = 1;
  let isClosed = false;

  const load = (): number => waiting.size;

  /** Rejects when the job fails, the signal aborts, or the thread ends. */
  async function run<Job extends MediaJob>(
    job: Job,
    options: { onPiece?: (piece: SoundPiece) => void; signal?: AbortSignal } = {},
  ): Promise<MediaResults[Job["type"]]> {
    const id = nextId;
    nextId += 1;
    const cancel = () => send({ id, cancel: true });
    options.signal?.addEventListener("abort", cancel, { once: true });
    try {
      return await new Promise((resolve, reject) => {
        waiting.set(id, { onPiece: options.onPiece, resolve, reject });
        send({ id, job });
      });
    } finally {
      options.signal?.removeEventListener("abort", cancel);
      waiting.delete(id);
    }
  }

  /** Ends the thread: at once, or after it has ended its child process. */
  async function close(manner: "at once" | "gently"): Promise<void> {
    isClosed = true;
    const last = worker;
    if (last === null) return;
    const ended = new Promise((resolve) => last.once("exit", resolve));
    if (manner === "at once") await last.terminate();
    else last.postMessage({ close: true } satisfies ThreadRequest);
    await ended;
  }

  function send(request: ThreadRequest): void {
    if (isClosed) throw new Error("the media thread is closed");
    worker ??= start();
    worker.postMessage(request);
  }

  function start(): Worker {
    const started = new Worker(new URL("./thread-program.ts", import.meta.url));
    started.on("message", receive);
    started.once("error", (error) => process.stderr.write(`media thread: ${error.stack ?? error.message}\n`));
    started.once("exit", () => {
      if (worker === started) worker = null;
      for (const { reject } of waiting.values()) reject(new Error("the media thread ended"));
    });
    return started;
  }

  function receive(answer: ThreadAnswer): void {
    if ("speech" in answer) return onSpeechState(answer.speech);
    const job = waiting.get(answer.id);
    if ("piece" in answer) job?.onPiece?.(answer.piece);
    else if ("failure" in answer) job?.reject(new Error(answer.failure));
    else job?.resolve(answer.result as never);
  }

  return { load, run, close };
}
