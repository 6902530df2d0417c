import { readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { type Answer, type JsonBody, SUCCESS } from "../http/answer.ts";
import type { SoundFacts, SoundOrder, SoundPiece } from "../media/make-sound.ts";
import type { MadeSound, Workshop } from "../media/workshop.ts";
import type { Call } from "./service-endpoint.ts";

/** The answer of a streamed sound, at the pace that was asked for. */
export function streamAnswer(
  call: Call,
  order: SoundOrder,
  options: { excludesAggregatedAudio: boolean; describe: (facts: SoundFacts) => JsonBody },
): Answer {
  const { workshop } = call.sandbox;
  const readPace = () => call.faults.value("pace") ?? call.sandbox.settings.streamPace;
  const isEmpty = call.faults.has("empty-result");
  return { kind: "frames", frames: streamSound(workshop, order, { ...options, readPace, isEmpty }) };
}

/** `data.audio` of a whole sound: hex text, or a link. */
export async function deliverSound(
  call: Call,
  sound: MadeSound,
  outputFormat: "hex" | "url",
): Promise<string> {
  if (outputFormat === "hex") return readFile(sound.path, "hex");
  const { contentType, extension } = sound.facts;
  const isEmpty = call.faults.has("empty-result");
  const content = isEmpty ? new Uint8Array() : { path: sound.path };
  const faults = call.faults.linkFaults();
  return call.sandbox.links.publish({ content, contentType, extension, faults });
}

interface StreamOptions {
  excludesAggregatedAudio: boolean;
  /**
   * No sound leaves earlier than a voice this many times as fast as life would have spoken it; null as it is made. Asked
   * for with every frame, so that a stream under way can be hurried or held up.
   */
  readPace: () => number | null;
  /** The first frame holds no sound at all, and is the last. */
  isEmpty: boolean;
  describe: (facts: SoundFacts) => JsonBody;
}

/** Frames come to hold one piece more for each of so many that were sent, up to so many. */
const FRAMES_PER_GROWTH = 20;
const MAXIMUM_PIECES = 8;

/**
 * The frames of a streamed sound, sent while it is made (unshown.md, Music and Synchronous speech: stream): several with
 * status 1 and a piece of the sound in hex, then one with status 2 and `extra_info` that repeats the whole sound unless
 * told not to. The making ends when nobody takes the frames any more.
 */
async function* streamSound(
  workshop: Workshop,
  order: SoundOrder,
  options: StreamOptions,
): AsyncGenerator<JsonBody> {
  const queue = new PieceQueue();
  const abandoned = new AbortController();
  const { signal } = abandoned;
  const making = workshop.makeSound(order, { onPiece: (piece) => queue.push(piece), signal });
  making.then(
    () => queue.end(),
    () => queue.end(),
  );
  try {
    let [startedAt, sentMs] = [0, 0];
    for (let frame = 0; !options.isEmpty; frame += 1) {
      const pieces = await queue.take(Math.min(1 + Math.floor(frame / FRAMES_PER_GROWTH), MAXIMUM_PIECES));
      if (pieces.length === 0) break;
      if (frame === 0) startedAt = performance.now();
      const pace = options.readPace();
      if (pace !== null) await waitUntil(startedAt + sentMs / pace, signal);
      sentMs = pieces.at(-1)?.untilMs ?? sentMs;
      const audio = Buffer.concat(pieces.map(({ bytes }) => bytes)).toString("hex");
      yield { data: { audio, status: 1 }, base_resp: SUCCESS };
    }
    const { path, facts } = await making;
    const isWhole = !options.excludesAggregatedAudio && !options.isEmpty;
    const audio = isWhole ? await readFile(path, "hex") : "";
    yield { data: { audio, status: 2 }, extra_info: options.describe(facts), base_resp: SUCCESS };
  } finally {
    abandoned.abort(new Error("nobody listens"));
  }
}

async function waitUntil(moment: number, signal: AbortSignal): Promise<void> {
  const left = moment - performance.now();
  if (left > 0) await delay(left, undefined, { signal });
}

/** Pieces between the one who makes them and the one who sends them. */
class PieceQueue {
  private readonly pieces: SoundPiece[] = [];
  private isEnded = false;
  private wake: () => void = () => undefined;

  push(piece: SoundPiece): void {
    this.pieces.push(piece);
    this.wake();
  }

  end(): void {
    this.isEnded = true;
    this.wake();
  }

  /** What is there, at most so many pieces; waits for the first. None at the end. */
  async take(maximum: number): Promise<SoundPiece[]> {
    while (this.pieces.length === 0 && !this.isEnded) {
      await new Promise<void>((resolve) => (this.wake = resolve));
    }
    return this.pieces.splice(0, maximum);
  }
}
