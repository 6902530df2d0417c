import { type ChildProcessByStdio, spawn } from "node:child_process";
import { createRequire } from "node:module";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";

/** What to say and how. */
export interface EspeakPhrase {
  /** Voice and variant, such as `en-us+f3`. */
  voice: string;
  /** Words a minute, 80 to 450. */
  rate: number;
  /** 0 to 99, 50 as the voice is; 50 steps are an octave. */
  pitch: number;
  /** Liveliness of the melody, 0 to 99, 50 as the voice is. */
  range: number;
  text: string;
}

/** One channel of samples from -1 to 1, and where its words begin. */
interface EspeakSpeech {
  sampleRate: number;
  samples: Float32Array<ArrayBuffer>;
  words: { startMs: number; textIndex: number }[];
}

export interface EspeakOptions {
  /** File of the program. */
  program?: string;
  startTimeoutMs?: number;
  /** Longest time for one phrase. */
  phraseTimeoutMs?: number;
  /** Phrases that may wait; more are refused. */
  maximumWaiting?: number;
}

/** The synthesizer cannot be had: not installed, or it does not start. */
export class EspeakUnavailable extends Error {}

interface Waiting {
  phrase: EspeakPhrase;
  attemptsLeft: number;
  resolve: (speech: EspeakSpeech) => void;
  reject: (error: Error) => void;
}

interface Running {
  child: ChildProcessByStdio<Writable, Readable, null>;
  sampleRate: number;
}

const PACKAGE = "@echogarden/espeak-ng-emscripten";

/** Whether the optional GPL-3 package is there. */
export function isEspeakInstalled(): boolean {
  try {
    createRequire(import.meta.url).resolve(PACKAGE);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "MODULE_NOT_FOUND") return false;
    throw error;
  }
}

const PROGRAM = fileURLToPath(new URL("./espeak-program.mjs", import.meta.url));

/**
 * Keeps one eSpeak NG process warm and has it speak one phrase after another. A process that dies or hangs is replaced,
 * and the phrase it was at is tried once more. It runs until `close`, and ends with this process in any case.
 */
export class EspeakProcess {
  private readonly options: Required<EspeakOptions>;
  private readonly waiting: Waiting[] = [];
  private running: Running | null = null;
  private isWorking = false;
  private hasEnded = false;

  constructor(options: EspeakOptions = {}) {
    this.options = {
      program: PROGRAM,
      startTimeoutMs: 15_000,
      phraseTimeoutMs: 15_000,
      maximumWaiting: 256,
      ...options,
    };
  }

  /** Id of the process, null while none runs. */
  get processId(): number | null {
    return this.running?.child.pid ?? null;
  }

  get isClosed(): boolean {
    return this.hasEnded;
  }

  /** Speaks a phrase. Rejects with EspeakUnavailable when the program does not start, else with what went wrong. */
  speak(phrase: EspeakPhrase): Promise<EspeakSpeech> {
    if (this.hasEnded) return Promise.reject(new EspeakUnavailable("the synthesizer is closed"));
    if (this.waiting.length >= this.options.maximumWaiting) {
      return Promise.reject(new Error(`${this.waiting.length} phrases wait for the synthesizer already`));
    }
    return new Promise((resolve, reject) => {
      this.waiting.push({ phrase, attemptsLeft: 2, resolve, reject });
      void this.work();
    });
  }

  /** Ends the process; phrases that wait are rejected. */
  close(): void {
    this.hasEnded = true;
    this.stop();
    for (const waiting of this.waiting.splice(0)) waiting.reject(new EspeakUnavailable("closed"));
  }

  private async work(): Promise<void> {
    if (this.isWorking) return;
    this.isWorking = true;
    for (let next = this.waiting[0]; next !== undefined; next = this.waiting[0]) {
      await this.attempt(next);
    }
    this.isWorking = false;
  }

  private async attempt(waiting: Waiting): Promise<void> {
    try {
      waiting.resolve(await this.exchange(waiting.phrase));
    } catch (error) {
      this.stop();
      waiting.attemptsLeft -= 1;
      const isHopeless = error instanceof EspeakUnavailable || this.hasEnded;
      if (waiting.attemptsLeft > 0 && !isHopeless) return;
      waiting.reject(error as Error);
    }
    if (this.waiting[0] === waiting) this.waiting.shift();
  }

  private async exchange(phrase: EspeakPhrase): Promise<EspeakSpeech> {
    this.running ??= await this.start();
    const { child, sampleRate } = this.running;
    if (this.hasEnded) throw new EspeakUnavailable("the synthesizer was closed");
    const answer = receiveAnswer(child, this.options.phraseTimeoutMs);
    child.stdin.write(`${JSON.stringify({ id: 0, ...phrase })}\n`);
    const { header, bytes } = await answer;
    if (header.error !== undefined) throw new Error(`eSpeak NG: ${header.error}`);
    return { sampleRate, samples: toFloats(bytes), words: header.words ?? [] };
  }

  private async start(): Promise<Running> {
    if (!isEspeakInstalled()) throw new EspeakUnavailable(`${PACKAGE} is not installed`);
    const child = spawn(process.execPath, [this.options.program], { stdio: ["pipe", "pipe", "ignore"] });
    // A write to a process that has just died; `receiveAnswer` learns of its end.
    child.stdin.on("error", () => undefined);
    child.once("exit", () => {
      if (this.running?.child === child) this.running = null;
    });
    try {
      const { header } = await receiveAnswer(child, this.options.startTimeoutMs);
      if (header.ready !== true || header.sampleRate === undefined) throw new Error("no greeting");
      return { child, sampleRate: header.sampleRate };
    } catch (error) {
      child.kill("SIGKILL");
      throw new EspeakUnavailable(`eSpeak NG does not start: ${(error as Error).message}`);
    }
  }

  private stop(): void {
    this.running?.child.kill("SIGKILL");
    this.running = null;
  }
}

/** The next answer of the program. Rejects when it ends or the time is up first. */
function receiveAnswer(
  child: ChildProcessByStdio<Writable, Readable, null>,
  timeoutMs: number,
): Promise<EspeakAnswer> {
  const reader = new EspeakAnswerReader();
  return new Promise((resolve, reject) => {
    const finish = (settle: () => void) => {
      clearTimeout(timer);
      child.stdout.off("data", onData);
      child.off("exit", onExit);
      child.off("error", onError);
      settle();
    };
    const onData = (chunk: Buffer) => {
      const answer = reader.push(chunk);
      if (answer !== null) finish(() => resolve(answer));
    };
    const onExit = (code: number | null) => finish(() => reject(new Error(`the program ended (${code})`)));
    const onError = (error: Error) => finish(() => reject(error));
    const timer = setTimeout(
      () => finish(() => reject(new Error(`no answer within ${timeoutMs} ms`))),
      timeoutMs,
    );
    child.stdout.on("data", onData);
    child.once("exit", onExit);
    child.once("error", onError);
  });
}

function toFloats(bytes: Buffer): Float32Array<ArrayBuffer> {
  const samples = new Float32Array(bytes.byteLength / 2);
  for (let index = 0; index < samples.length; index += 1)
    samples[index] = bytes.readInt16LE(index * 2) / 32_768;
  return samples;
}

/** One answer of the eSpeak NG program: its header and its samples. */
interface EspeakAnswer {
  header: {
    ready?: boolean;
    sampleRate?: number;
    error?: string;
    bytes: number;
    words?: { startMs: number; textIndex: number }[];
  };
  bytes: Buffer;
}

const LENGTH_BYTES = 4;

/** Puts one answer together from the pieces in which it arrives; the program sends one answer to one phrase. */
class EspeakAnswerReader {
  private readonly pieces: Buffer[] = [];
  private received = 0;

  /** Takes a piece; answers the whole once it is there, else null. */
  push(piece: Buffer): EspeakAnswer | null {
    this.pieces.push(piece);
    this.received += piece.byteLength;
    if (this.received < LENGTH_BYTES) return null;
    const start = this.join();
    const samplesAt = LENGTH_BYTES + start.readUInt32LE(0);
    if (this.received < samplesAt) return null;
    const header = JSON.parse(start.toString("utf8", LENGTH_BYTES, samplesAt)) as EspeakAnswer["header"];
    if (this.received < samplesAt + header.bytes) return null;
    return { header, bytes: start.subarray(samplesAt, samplesAt + header.bytes) };
  }

  private join(): Buffer {
    const whole = Buffer.concat(this.pieces);
    this.pieces.splice(0, this.pieces.length, whole);
    return whole;
  }
}
