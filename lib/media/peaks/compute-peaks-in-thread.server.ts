import path from "node:path";
import type { Readable } from "node:stream";
import { Worker } from "node:worker_threads";
import type { SoundFormat } from "./decode/sound-format";
import { SoundDecodingError } from "./decode/sound-decoder";
import type { PeaksDto } from "./peaks-dto";
import type { FromPeaksThread, ToPeaksThread } from "./peaks-thread-messages";

/** Decoding a piece takes milliseconds: a thread that is silent for so long decodes something made to hang it. */
const silenceLimitMs = 60_000;

/** Bundled by `npm run build`, `npm start` and the tests (`bundlePeaksThread`). */
const threadProgram = "dist/peaks-thread.mjs";

/**
 * `computePeaks` in a worker thread that ends with it. This thread only reads the bytes and hands them over, one piece at
 * a time, as the other asks for them.
 *
 * @throws SoundDecodingError; and whatever `source` throws
 */
export async function computePeaksInThread(source: Readable, format: SoundFormat): Promise<PeaksDto> {
  const program = path.join(/* turbopackIgnore: true */ process.cwd(), threadProgram);
  const thread = new Worker(program, { workerData: format, name: "peaks", stderr: true });
  // The decoders write about every damaged frame to the console; what matters comes as a message.
  thread.stderr.resume();
  try {
    return await feed(thread, source[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>);
  } finally {
    source.destroy();
    await thread.terminate();
  }
}

function feed(thread: Worker, chunks: AsyncIterator<Uint8Array>): Promise<PeaksDto> {
  return new Promise<PeaksDto>((resolve, reject) => {
    let silence: NodeJS.Timeout | undefined;
    const stopWaiting = () => clearTimeout(silence);
    const fail = (error: unknown) => {
      stopWaiting();
      reject(error instanceof Error ? error : new Error(String(error)));
    };
    const tell = (message: ToPeaksThread, transfer: ArrayBuffer[] = []) => {
      thread.postMessage(message, transfer);
      silence = setTimeout(() => fail(new SoundDecodingError("The decoder fell silent")), silenceLimitMs);
    };

    async function sendMore(): Promise<void> {
      stopWaiting();
      const next = await chunks.next();
      if (next.done) return tell({ type: "end" });
      // A copy: the chunk may be a part of a buffer that is not ours to give away.
      const bytes = new Uint8Array(next.value);
      tell({ type: "bytes", bytes }, [bytes.buffer]);
    }

    thread.on("message", (message: FromPeaksThread) => {
      stopWaiting();
      if (message.type === "more") sendMore().catch(fail);
      else if (message.type === "done") resolve(message.peaks);
      else fail(new SoundDecodingError(message.reason));
    });
    thread.once("error", fail);
    thread.once("exit", (code) => fail(new Error(`The thread for waveforms ended with code ${code}`)));
  });
}
