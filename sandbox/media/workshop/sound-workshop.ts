import { createHash } from "node:crypto";
import { Worker } from "node:worker_threads";
import { isEspeakInstalled } from "../../espeak/espeak-process.ts";
import { Refusal } from "../../http/refusal.ts";
import type { CoverModel } from "../music/render-song.ts";
import type { SpeechEngineState } from "../speech/speech-engine.ts";
import { SoundCache, type MadeSound } from "./sound-cache.ts";
import type { SoundFacts, SoundOrder, SoundPiece } from "./sound-order.ts";
import type { ThreadAnswer, ThreadRequest } from "./thread-messages.ts";

/** Sounds made at once; one more is refused like a connection too many. */
const MAXIMUM_JOBS = 64;
const TOO_MANY_CONNECTIONS = 1041;
/** Raised when the same order comes to sound different, so that no older sound is handed out. */
const RECIPE_VERSION = 2;

interface Analysis {
  resolve: (analysis: CoverModel | null) => void;
  reject: (error: Error) => void;
}

interface Job {
  onPiece: ((piece: SoundPiece) => void) | null;
  pieces: { size: number; untilMs: number }[];
  resolve: (facts: SoundFacts) => void;
  reject: (error: Error) => void;
}

/** Has sound made in a thread of its own, and keeps what was made. The thread starts with the first order. */
export class SoundWorkshop {
  private readonly cache: SoundCache;
  private readonly jobs = new Map<number, Job>();
  private readonly analyses = new Map<number, Analysis>();
  private worker: Worker | null = null;
  private nextId = 1;
  private isClosed = false;
  private engineState: SpeechEngineState = { engine: "not-started", reason: null };

  constructor(folder: string) {
    this.cache = new SoundCache(folder);
  }

  /** What speaks, for the health endpoint. */
  get speech(): SpeechEngineState {
    return this.engineState;
  }

  /**
   * Makes a sound, or finds it made. `onPiece` gets its bytes as they come; pieces of a sound that was found come at once.
   * Throws a 1041 refusal when too much is being made, and rejects when the signal aborts.
   */
  async make(
    order: SoundOrder,
    options: { onPiece?: (piece: SoundPiece) => void; signal?: AbortSignal } = {},
  ): Promise<MadeSound> {
    const name = nameOrder(order);
    const found = await this.cache.find(name);
    if (found !== null) {
      if (options.onPiece !== undefined) await this.cache.replay(found, options.onPiece);
      return found;
    }
    if (this.jobs.size >= MAXIMUM_JOBS) throw new Refusal(TOO_MANY_CONNECTIONS);
    const id = this.nextId;
    this.nextId += 1;
    const path = this.cache.draftPath(name, id);
    const pieces: Job["pieces"] = [];
    const cancel = () => this.send({ type: "cancel", id });
    options.signal?.addEventListener("abort", cancel, { once: true });
    try {
      const facts = await new Promise<SoundFacts>((resolve, reject) => {
        this.jobs.set(id, { onPiece: options.onPiece ?? null, pieces, resolve, reject });
        this.send({ type: "make", id, order, path, wantsPieces: options.onPiece !== undefined });
      });
      return await this.cache.keep(name, path, { facts, pieces });
    } catch (error) {
      await this.cache.discard(path);
      throw error;
    } finally {
      options.signal?.removeEventListener("abort", cancel);
      this.jobs.delete(id);
    }
  }

  /** Measures length, tempo, key and parts of an encoded sound; null for bytes that cannot be decoded. */
  async analyse(bytes: Uint8Array): Promise<CoverModel | null> {
    const id = this.nextId;
    this.nextId += 1;
    try {
      return await new Promise((resolve, reject) => {
        this.analyses.set(id, { resolve, reject });
        this.send({ type: "analyse", id, bytes });
      });
    } finally {
      this.analyses.delete(id);
    }
  }

  /** Ends the thread and what runs for it. */
  async close(): Promise<void> {
    this.isClosed = true;
    const { worker } = this;
    if (worker === null) return;
    const ended = new Promise((resolve) => worker.once("exit", resolve));
    worker.postMessage({ type: "close" } satisfies ThreadRequest);
    await ended;
  }

  private send(request: ThreadRequest): void {
    if (this.isClosed) throw new Error("the workshop is closed");
    this.worker ??= this.startWorker();
    this.worker.postMessage(request);
  }

  private startWorker(): Worker {
    const worker = new Worker(new URL("./sound-thread.ts", import.meta.url));
    worker.on("message", (answer: ThreadAnswer) => this.receive(answer));
    worker.once("error", (error) => process.stderr.write(`sound thread: ${error.stack ?? error.message}\n`));
    worker.once("exit", () => {
      if (this.worker === worker) this.worker = null;
      const waiting = [...this.jobs.values(), ...this.analyses.values()];
      for (const { reject } of waiting) reject(new Error("the sound thread ended"));
    });
    return worker;
  }

  private receive(answer: ThreadAnswer): void {
    if (answer.type === "state") {
      this.engineState = answer.state;
      const { engine, reason } = answer.state;
      if (reason !== null) process.stderr.write(`speech by ${engine}: ${reason}\n`);
      return;
    }
    if (answer.type === "analysed") {
      this.analyses.get(answer.id)?.resolve(answer.analysis);
      return;
    }
    const job = this.jobs.get(answer.id);
    if (answer.type === "done") job?.resolve(answer.facts);
    else if (answer.type === "failed") {
      (job ?? this.analyses.get(answer.id))?.reject(new Error(answer.message));
    } else {
      job?.pieces.push({ size: answer.size, untilMs: answer.untilMs });
      if (answer.bytes !== null) job?.onPiece?.({ bytes: answer.bytes, untilMs: answer.untilMs });
    }
  }
}

function nameOrder(order: SoundOrder): string {
  return createHash("sha256")
    .update(JSON.stringify([RECIPE_VERSION, isEspeakInstalled(), order]))
    .digest("hex");
}
