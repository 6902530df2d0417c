import type { CutOptions, CutPart } from "../sound-trim/cut-sound";
import { type SoundFormat, SoundDecodingError } from "./decode/sound-decoder";
import type { PeaksDto } from "./peaks-dto";
import path from "node:path";
import type { Readable } from "node:stream";
import { Worker } from "node:worker_threads";

/** What a thread that decodes a sound is started for: its waveform, or a piece of it as plain samples. */
export type SoundThreadJob =
  { job: "peaks"; format: SoundFormat } | { job: "cut"; format: SoundFormat; options: CutOptions };

/** To the thread: bytes it asked for, or that there are no more. */
export type ToPeaksThread = { type: "bytes"; bytes: Uint8Array<ArrayBuffer> } | { type: "end" };

/** What the thread found, in the order in which it found it. */
export type SoundThreadResult = { type: "peaks"; peaks: PeaksDto } | CutPart;

/** From the thread: it can take more, something it found, or how it ended. */
export type FromPeaksThread =
  { type: "more" } | SoundThreadResult | { type: "done" } | { type: "undecodable"; reason: string };

/** Decoding a piece takes milliseconds: a thread that is silent for so long decodes something made to hang it. */
const silenceLimitMs = 60_000;

/** Bundled by `npm run build`, `npm start` and the tests (`bundlePeaksThread`). */
const threadProgram = "dist/peaks-thread.mjs";

/**
 * Decodes one sound in a worker thread that ends with it, and gives what that finds as it comes. This thread only reads
 * the bytes and hands them over, one piece at a time, as the other asks for them; a reader that is slow slows it down.
 *
 * @throws SoundDecodingError; and whatever `source` throws
 */
export async function* runSoundThread(
  source: Readable,
  job: SoundThreadJob,
): AsyncGenerator<SoundThreadResult, void> {
  const program = path.join(/* turbopackIgnore: true */ process.cwd(), threadProgram);
  const thread = new Worker(program, { workerData: job, name: job.job, stderr: true });
  // The decoders write about every damaged frame to the console; what matters comes as a message.
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
  const tell = (message: ToPeaksThread, transfer: ArrayBuffer[] = []) =>
    thread.postMessage(message, transfer);
  const next = await chunks.next();
  if (next.done) return tell({ type: "end" });
  // A copy: the chunk may be a part of a buffer that is not ours to give away.
  const bytes = new Uint8Array(next.value);
  tell({ type: "bytes", bytes }, [bytes.buffer]);
}

/** The messages of a thread one after the other; that it broke, ended or fell silent is thrown. */
function openInbox(thread: Worker): { next(): Promise<FromPeaksThread> } {
  const messages: FromPeaksThread[] = [];
  let fault: Error | undefined;
  let wake: (() => void) | undefined;
  thread.on("message", (message: FromPeaksThread) => {
    messages.push(message);
    wake?.();
  });
  const fail = (error: Error) => {
    fault ??= error;
    wake?.();
  };
  thread.once("error", (error) => fail(error instanceof Error ? error : new Error(String(error))));
  thread.once("exit", (code) => fail(new Error(`The thread for sounds ended with code ${code}`)));

  async function next(): Promise<FromPeaksThread> {
    if (messages.length === 0 && !fault) await waitForNews();
    const message = messages.shift();
    if (message) return message;
    throw fault ?? new SoundDecodingError("The decoder fell silent");
  }

  function waitForNews(): Promise<void> {
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
