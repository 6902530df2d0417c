import path from "node:path";
import type { Readable } from "node:stream";
import { Worker } from "node:worker_threads";
import type { CutOptions, CutPart } from "../sound-trim/cut-sound";
import { type SoundFormat, SoundDecodingError } from "./decode/sound-decoder";
import type { PeaksDto } from "./peaks-dto";

/** The job of a thread: compute a waveform, or cut a piece. */
export type SoundThreadJob =
  | { job: "peaks"; format: SoundFormat }
  | { job: "cut"; format: SoundFormat; options: CutOptions };

/** To the thread: the next bytes, or the end of the source. */
export type ToSoundThread = { type: "bytes"; bytes: Uint8Array<ArrayBuffer> } | { type: "end" };

/** Results of the thread, in order. */
type SoundThreadResult = { type: "peaks"; peaks: PeaksDto } | CutPart;

/** From the thread: a request for bytes, a result, or how the job ended. */
export type FromSoundThread =
  | { type: "more" }
  | SoundThreadResult
  | { type: "done" }
  | { type: "undecodable"; reason: string };

/** Decoding a piece takes milliseconds, so a thread silent for this long is stuck on malicious input. */
const silenceLimitMs = 60_000;

const threadProgram = "dist/peaks-thread.mjs";

/**
 * Decodes one asset in a worker thread and yields the results. This thread only passes the bytes on, one piece
 * per request, so a slow consumer slows down reading. The worker ends with the generator.
 *
 * @throws SoundDecodingError; and whatever `source` throws
 */
export async function* runSoundThread(
  source: Readable,
  job: SoundThreadJob,
): AsyncGenerator<SoundThreadResult, void> {
  const program = path.join(/* turbopackIgnore: true */ process.cwd(), threadProgram);
  const thread = new Worker(program, { workerData: job, name: job.job, stderr: true });
  // The decoders log every damaged frame; results and errors arrive as messages.
  thread.stderr.resume();
  const inbox = openInbox(thread);
  const chunks = source[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  try {
    for (;;) {
      const message = await inbox.next();
      if (message.type === "done") return;
      if (message.type === "undecodable") throw new SoundDecodingError(message.reason);
      if (message.type === "more") await sendMore(thread, chunks);
      else yield message;
    }
  } finally {
    source.destroy();
    await thread.terminate();
  }
}

async function sendMore(thread: Worker, chunks: AsyncIterator<Uint8Array>): Promise<void> {
  const post = (message: ToSoundThread, transfer: ArrayBuffer[] = []) =>
    thread.postMessage(message, transfer);
  const next = await chunks.next();
  if (next.done) return post({ type: "end" });
  // Copied, because the chunk may share its buffer with others, and transferring detaches it.
  const bytes = new Uint8Array(next.value);
  post({ type: "bytes", bytes }, [bytes.buffer]);
}

/** Queues the messages of a thread. `next` throws where the thread failed, ended or fell silent. */
function openInbox(thread: Worker): { next(): Promise<FromSoundThread> } {
  const messages: FromSoundThread[] = [];
  let fault: Error | undefined;
  let wake: (() => void) | undefined;
  thread.on("message", (message: FromSoundThread) => {
    messages.push(message);
    wake?.();
  });
  const fail = (error: Error) => {
    fault ??= error;
    wake?.();
  };
  thread.once("error", (error) => fail(error instanceof Error ? error : new Error(String(error))));
  thread.once("exit", (code) => fail(new Error(`The thread for sounds ended with code ${code}`)));

  async function next(): Promise<FromSoundThread> {
    if (messages.length === 0 && !fault) await waitForMessage();
    const message = messages.shift();
    if (message) return message;
    throw fault ?? new SoundDecodingError("The decoder fell silent");
  }

  function waitForMessage(): Promise<void> {
    return new Promise((resolve) => {
      const silence = setTimeout(resolve, silenceLimitMs);
      wake = () => {
        clearTimeout(silence);
        wake = undefined;
        resolve();
      };
    });
  }

  return { next };
}
