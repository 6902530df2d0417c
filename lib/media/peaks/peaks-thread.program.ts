// The program of the worker thread that decodes one sound: see run-sound-thread.server.ts.
import { parentPort, workerData } from "node:worker_threads";
import { cutSound } from "../sound-trim/cut-sound";
import { computePeaks } from "./compute-peaks";
import { SoundDecodingError } from "./decode/sound-decoder";
import type { FromPeaksThread, SoundThreadJob, ToPeaksThread } from "./run-sound-thread.server";

const port = parentPort;
if (!port) throw new Error("This program runs as a worker thread");

const say = (message: FromPeaksThread) => port.postMessage(message);

/** Asks for bytes only when the last ones are decoded: what waits is one piece, however fast they could be read. */
async function* receive(): AsyncGenerator<Uint8Array> {
  for (;;) {
    const answer = new Promise<ToPeaksThread>((resolve) => port?.once("message", resolve));
    say({ type: "more" });
    const message = await answer;
    if (message.type === "end") return;
    yield message.bytes;
  }
}

async function work(job: SoundThreadJob): Promise<void> {
  if (job.job === "peaks") say({ type: "peaks", peaks: await computePeaks(receive(), job.format) });
  else for await (const part of cutSound(receive(), job.format, job.options)) say(part);
}

try {
  await work(workerData as SoundThreadJob);
  say({ type: "done" });
} catch (error) {
  if (!(error instanceof SoundDecodingError)) throw error;
  say({ type: "undecodable", reason: error.message });
}
port.close();
