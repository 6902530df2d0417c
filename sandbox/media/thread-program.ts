import { writeFile } from "node:fs/promises";
import { type MessagePort, parentPort } from "node:worker_threads";
import { EspeakProcess } from "../espeak/espeak-process.ts";
import type { SoundPiece } from "./make-sound.ts";
import type { MediaJob, MediaResults, ThreadAnswer, ThreadRequest } from "./media-thread.ts";
import { createSpeechEngine } from "./speech/speech-engine.ts";

/** The program of a media thread: sounds side by side, a sentence of each in turn; videos one after another. */
function serve(port: MessagePort): void {
  const answer = (message: ThreadAnswer) => port.postMessage(message);
  const espeak = new EspeakProcess();
  const engine = createSpeechEngine(espeak, (speech) => answer({ speech }));
  const running = new Map<number, AbortController>();

  const run = async (
    id: number,
    job: MediaJob,
    signal: AbortSignal,
  ): Promise<MediaResults[keyof MediaResults]> => {
    // Loaded as needed: a thread for sound draws nothing.
    if (job.type === "video") {
      const { makeVideo } = await import("./video/make-video.ts");
      await writeFile(job.path, await makeVideo(job.order, job.frameFolder));
      return null;
    }
    if (job.type === "analysis") {
      const { decodeSound } = await import("./audio/decode-sound.ts");
      const { analyseSound } = await import("./music/analyse-sound.ts");
      const sound = await decodeSound(job.bytes);
      return sound === null ? null : analyseSound(sound);
    }
    const { makeSound } = await import("./make-sound.ts");
    const onPiece = (piece: SoundPiece) => job.wantsPieces && answer({ id, piece });
    return makeSound(job.order, job.path, engine, { onPiece, signal });
  };

  port.on("message", async (request: ThreadRequest) => {
    if ("close" in request) {
      for (const controller of running.values()) controller.abort(new Error("closed"));
      espeak.close();
      port.close();
      return;
    }
    if ("cancel" in request) {
      running.get(request.id)?.abort(new Error("cancelled"));
      return;
    }
    const { id, job } = request;
    const controller = new AbortController();
    running.set(id, controller);
    try {
      answer({ id, result: await run(id, job, controller.signal) });
    } catch (error) {
      answer({ id, failure: (error as Error).message });
    } finally {
      running.delete(id);
    }
  });
}

if (parentPort === null) throw new Error("thread-program.ts is the program of a worker thread");
serve(parentPort);
