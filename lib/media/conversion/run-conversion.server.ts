import type { ChildProcess } from "node:child_process";
import type { Readable } from "node:stream";
import { keepErrorText, spawnDecoder } from "../decoding/decoder-process.server";
import { memoryExitCode } from "../decoding/limit-decoder";
import type {
  ConversionFault,
  ConversionOrder,
  ConvertedSoundFacts,
  FromConversionProcess,
  ToConversionProcess,
} from "./conversion-messages";

/** Why a sound was not converted. `unfinished`: the process crashed, fell silent or exceeded its memory. */
export class SoundConversionError extends Error {
  readonly fault: ConversionFault | "unfinished";
  constructor(fault: ConversionFault | "unfinished", detail: string) {
    super(detail);
    this.name = "SoundConversionError";
    this.fault = fault;
  }
}

/** Between two requests for bytes, milliseconds pass; at the end, an encoder may take some seconds. */
const defaultSilenceLimitMs = 60_000;

interface ConversionJob {
  order: ConversionOrder;
  /** Opens the source at its beginning. Called once, or several times to measure loudness. */
  open(): Promise<Readable>;
  /** The descriptor of the file to write, empty and open for reading and writing. */
  output: number;
  signal: AbortSignal;
  silenceLimitMs?: number;
}

/**
 * Converts one sound in a separate process with limits on time and memory, without the studio's environment, and without
 * permission to open files for writing or start processes: decoders and encoders are native code and WebAssembly that read
 * untrusted bytes. The process requests the source piece by piece.
 *
 * @throws SoundConversionError; the reason of `signal`; and whatever `open` and its source throw
 */
export async function runConversion(job: ConversionJob): Promise<ConvertedSoundFacts> {
  job.signal.throwIfAborted();
  const child = spawnDecoder("convert-sound", { output: job.output });
  const source = new SourceReader(job.open);
  try {
    return await awaitEnd(child, job, source);
  } finally {
    child.kill("SIGKILL");
    source.close();
  }
}

function awaitEnd(
  child: ChildProcess,
  { order, signal, silenceLimitMs = defaultSilenceLimitMs }: ConversionJob,
  source: SourceReader,
): Promise<ConvertedSoundFacts> {
  const { promise, resolve, reject } = Promise.withResolvers<ConvertedSoundFacts>();
  const errorText = keepErrorText(child);
  const fail = (detail: string) => reject(new SoundConversionError("unfinished", detail));
  const silence = setTimeout(() => fail(`The process was silent for ${silenceLimitMs} ms`), silenceLimitMs);
  const onAbort = () => reject(signal.reason as Error);
  signal.addEventListener("abort", onAbort, { once: true });
  child.once("error", reject);
  child.once("exit", (code, exitSignal) => {
    const detail = `The process for sounds ended with ${exitSignal ?? code}: ${errorText()}`;
    // Any other exit is a fault of the program, not of the sound.
    if (exitSignal !== null || code === memoryExitCode) fail(detail);
    else reject(new Error(detail));
  });
  const post = (message: ToConversionProcess) => {
    // An ended process is handled by its exit event.
    if (child.connected) child.send(message, () => undefined);
  };
  child.on("message", (message: FromConversionProcess) => {
    silence.refresh();
    if (message.type === "done") resolve({ durationSeconds: message.durationSeconds, bytes: message.bytes });
    else if (message.type === "refused") reject(new SoundConversionError(message.fault, message.detail));
    else source.next(message.reading).then((bytes) => post({ type: "bytes", bytes }), reject);
  });
  post({ type: "order", order });
  return promise.finally(() => {
    clearTimeout(silence);
    signal.removeEventListener("abort", onAbort);
  });
}

/** The source, piece by piece, from its beginning in each reading. */
class SourceReader {
  readonly #open: () => Promise<Readable>;
  #reading = 0;
  #stream: Readable | undefined;
  #chunks: AsyncIterator<Uint8Array> | undefined;
  #isClosed = false;

  constructor(open: () => Promise<Readable>) {
    this.#open = open;
  }

  /** The next bytes; null at the end. */
  async next(reading: number): Promise<Uint8Array | null> {
    if (reading !== this.#reading) {
      this.#stream?.destroy();
      this.#reading = reading;
      this.#stream = await this.#open();
      if (this.#isClosed) this.#stream.destroy();
      this.#chunks = this.#stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
    }
    const next = await this.#chunks?.next();
    return next === undefined || next.done ? null : next.value;
  }

  close(): void {
    this.#isClosed = true;
    this.#stream?.destroy();
  }
}
