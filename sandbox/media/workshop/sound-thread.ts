import { parentPort } from "node:worker_threads";
import { EspeakProcess } from "../../espeak/espeak-process.ts";
import { decodeSound } from "../audio/decode-sound.ts";
import { analyseSound } from "../music/analyse-sound.ts";
import { SpeechEngine } from "../speech/speech-engine.ts";
import { makeSound } from "./make-sound.ts";
import type { ThreadAnswer, ThreadRequest } from "./thread-messages.ts";

/** The thread in which sound is made: several orders at once, a sentence of each in turn. */
function run(port: NonNullable<typeof parentPort>): void {
  const answer = (message: ThreadAnswer) => port.postMessage(message);
  const espeak = new EspeakProcess();
  const engine = new SpeechEngine(espeak, (state) => answer({ type: "state", state }));
  const running = new Map<number, AbortController>();

  const make = async (request: Extract<ThreadRequest, { type: "make" }>) => {
    const { id, order, path, wantsPieces } = request;
    const controller = new AbortController();
    running.set(id, controller);
    const onPiece = ({ bytes, untilMs }: { bytes: Uint8Array; untilMs: number }) =>
      answer({ type: "piece", id, bytes: wantsPieces ? bytes : null, size: bytes.byteLength, untilMs });
    try {
      const facts = await makeSound(order, path, engine, { onPiece, signal: controller.signal });
      answer({ type: "done", id, facts });
    } catch (error) {
      answer({ type: "failed", id, message: (error as Error).message });
    } finally {
      running.delete(id);
    }
  };

  const analyse = async (id: number, bytes: Uint8Array) => {
    try {
      const sound = await decodeSound(bytes);
      answer({ type: "analysed", id, analysis: sound === null ? null : await analyseSound(sound) });
    } catch (error) {
      answer({ type: "failed", id, message: (error as Error).message });
    }
  };

  port.on("message", (request: ThreadRequest) => {
    if (request.type === "make") void make(request);
    else if (request.type === "analyse") void analyse(request.id, request.bytes);
    else if (request.type === "cancel") running.get(request.id)?.abort(new Error("cancelled"));
    else {
      for (const controller of running.values()) controller.abort(new Error("closed"));
      espeak.close();
      port.close();
    }
  });
}

if (parentPort === null) throw new Error("runs as a worker thread only");
run(parentPort);
