import { type ChildProcessByStdio, spawn } from "node:child_process";
import { on } from "node:events";
import { createRequire } from "node:module";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";

/** What to say and how. */
export interface EspeakPhrase {
  /** Voice and variant, such as `en-us+f3`. */
  voice: string;
  /** Words a minute. */
  rate: number;
  /** 0 to 99, 50 as the voice is; 50 steps are an octave. */
  pitch: number;
  /** Liveliness of the melody, 0 to 99, 50 as the voice is. */
  range: number;
  text: string;
}

/** One channel of samples, -1 to 1; the rate is in Hz. */
interface EspeakSpeech {
  sampleRate: number;
  samples: Float32Array<ArrayBuffer>;
}

/** The synthesizer is not installed, or does not start. */
export class EspeakUnavailable extends Error {}

/** One answer of the program: a header of JSON, and its samples. */
interface EspeakAnswer {
  header: { sampleRate: number; error?: string; bytes: number };
  bytes: Buffer;
}

interface Running {
  child: ChildProcessByStdio<Writable, Readable, null>;
  hasAnswered: boolean;
}

const PACKAGE = "@echogarden/espeak-ng-emscripten";
const LENGTH_BYTES = 4;
const PROGRAM = fileURLToPath(new URL("./espeak-program.mjs", import.meta.url));
/** Time for a phrase, and for the start of the program before the first one. */
const PHRASE_TIMEOUT_MS = 15_000;

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

/**
 * Keeps one eSpeak NG process warm and has it speak one phrase after another. A process that dies or hangs is replaced,
 * and its phrase is tried once more. It runs until `close`, and ends with this process in any case.
 */
export class EspeakProcess {
  isClosed = false;
  private readonly program: string;
  private readonly phraseTimeoutMs: number;
  private running: Running | null = null;
  private last: Promise<unknown> = Promise.resolve();

  constructor(program = PROGRAM, phraseTimeoutMs = PHRASE_TIMEOUT_MS) {
    this.program = program;
    this.phraseTimeoutMs = phraseTimeoutMs;
  }

  get processId(): number | null {
    return this.running?.child.pid ?? null;
  }

  /** Speaks a phrase. Rejects with EspeakUnavailable when the program does not start, else with what went wrong. */
  async speak(phrase: EspeakPhrase): Promise<EspeakSpeech> {
    const speaking = this.last.then(() => this.attempt(phrase, 2));
    this.last = speaking.catch(() => undefined);
    return speaking;
  }

  close(): void {
    this.isClosed = true;
    this.stop();
  }

  private async attempt(phrase: EspeakPhrase, attempts: number): Promise<EspeakSpeech> {
    if (this.isClosed) throw new EspeakUnavailable("the synthesizer is closed");
    this.running ??= this.start();
    const { running } = this;
    try {
      const answer = receiveAnswer(running.child, this.phraseTimeoutMs);
      running.child.stdin.write(`${JSON.stringify(phrase)}\n`);
      const { header, bytes } = await answer;
      running.hasAnswered = true;
      if (header.error !== undefined) throw new Error(`eSpeak NG: ${header.error}`);
      const samples = new Float32Array(bytes.byteLength / 2);
      for (let index = 0; index < samples.length; index += 1) {
        samples[index] = bytes.readInt16LE(index * 2) / 32_768;
      }
      return { sampleRate: header.sampleRate, samples };
    } catch (error) {
      this.stop();
      if (attempts > 1 && !this.isClosed) return this.attempt(phrase, attempts - 1);
      if (running.hasAnswered) throw error;
      throw new EspeakUnavailable(`eSpeak NG does not start: ${(error as Error).message}`);
    }
  }

  private start(): Running {
    if (!isEspeakInstalled()) throw new EspeakUnavailable(`${PACKAGE} is not installed`);
    const child = spawn(process.execPath, [this.program], { stdio: ["pipe", "pipe", "ignore"] });
    // `receiveAnswer` notices when the process does not start, or has died before a write.
    child.on("error", () => undefined);
    child.stdin.on("error", () => undefined);
    child.once("exit", () => {
      if (this.running?.child === child) this.running = null;
    });
    return { child, hasAnswered: false };
  }

  private stop(): void {
    this.running?.child.kill("SIGKILL");
    this.running = null;
  }
}

/** The next answer of the program. Rejects when it ends or the time is up first. */
async function receiveAnswer(child: Running["child"], timeoutMs: number): Promise<EspeakAnswer> {
  let received = Buffer.alloc(0);
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    for await (const [chunk] of on(child.stdout, "data", { signal, close: ["close"] })) {
      received = Buffer.concat([received, chunk as Buffer]);
      const answer = readAnswer(received);
      if (answer !== null) return answer;
    }
  } catch (error) {
    throw signal.aborted ? new Error(`no answer within ${timeoutMs} ms`) : error;
  }
  throw new Error("the program ended");
}

/** Null until the answer has arrived whole. */
function readAnswer(received: Buffer): EspeakAnswer | null {
  if (received.byteLength < LENGTH_BYTES) return null;
  const samplesAt = LENGTH_BYTES + received.readUInt32LE(0);
  if (received.byteLength < samplesAt) return null;
  const header = JSON.parse(received.toString("utf8", LENGTH_BYTES, samplesAt)) as EspeakAnswer["header"];
  const bytes = received.subarray(samplesAt, samplesAt + header.bytes);
  return bytes.byteLength < header.bytes ? null : { header, bytes };
}
