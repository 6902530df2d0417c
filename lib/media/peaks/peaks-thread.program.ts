// The program of the worker thread that decodes one sound: see run-sound-thread.server.ts.
import { parentPort, workerData } from "node:worker_threads";
import { cutSound } from "../sound-trim/cut-sound";
import { computePeaks } from "./compute-peaks";
import { SoundDecodingError } from "./decode/sound-decoder";
import type { FromSoundThread, SoundThreadJob, ToSoundThread } from "./run-sound-thread.server";

const port = parentPort;
if (!port) throw new Error("This program runs as a worker thread");

const send = (message: FromSoundThread) => port.postMessage(message);

/** Requests bytes when the last ones are decoded, so only one piece is buffered however fast the source is. */
async function* receive(): AsyncGenerator<Uint8Array> {
  for (;;) {
    const answer = new Promise<ToSoundThread>((resolve) => port?.once("message", resolve));
    send({ type: "more" });
    const message = await answer;
    if (message.type === "end") return;
    yield message.bytes;
  }
}

async function work(job: SoundThreadJob): Promise<void> {
  if (job.job === "peaks") send({ type: "peaks", peaks: await computePeaks(receive(), job.format) });
  else for await (const part of cutSound(receive(), job.format, job.options)) send(part);
}

try {
  await work(workerData as SoundThreadJob);
  send({ type: "done" });
} catch (error) {
  if (!(error instanceof SoundDecodingError)) throw error;
  send({ type: "undecodable", reason: error.message });
}
port.close();
