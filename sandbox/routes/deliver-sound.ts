import { readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { type JsonBody, SUCCESS } from "../http/answer.ts";
import type { SoundFacts, SoundOrder, SoundPiece } from "../media/make-sound.ts";
import type { MadeSound } from "../media/workshop.ts";
import type { Call } from "./service-endpoint.ts";

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

/** After each of this many frames, a frame holds one piece more, up to a maximum. */
const FRAMES_PER_GROWTH = 20;
const MAXIMUM_PIECES = 8;

/**
 * The frames of a streamed sound, sent while it is made (unshown.md, Music and Synchronous speech: stream): several with
 * status 1 and a piece of the sound in hex, then one with status 2 and `extra_info` that repeats the whole sound unless
 * the request excludes that. Generating ends when the caller disconnects.
 */
export async function* streamSound(
  { sandbox, faults }: Call,
  order: SoundOrder,
  options: { excludesAggregatedAudio: boolean; describe: (facts: SoundFacts) => JsonBody },
): AsyncGenerator<JsonBody> {
  const pieces: SoundPiece[] = [];
  let isMade = false;
  let wake: () => void = () => undefined;
  const abandoned = new AbortController();
  const onPiece = (piece: SoundPiece) => {
    pieces.push(piece);
    wake();
  };
  const making = sandbox.workshop.makeSound(order, { onPiece, signal: abandoned.signal });
  const end = () => {
    isMade = true;
    wake();
  };
  making.then(end, end);
  const isEmpty = faults.has("empty-result");
  try {
    let [startedAt, sentMs] = [0, 0];
    for (let frame = 0; !isEmpty; frame += 1) {
      while (pieces.length === 0 && !isMade) await new Promise<void>((resolve) => (wake = resolve));
      const taken = pieces.splice(0, Math.min(1 + Math.floor(frame / FRAMES_PER_GROWTH), MAXIMUM_PIECES));
      if (taken.length === 0) break;
      if (frame === 0) startedAt = performance.now();
      // Read for every frame, so that a stream under way can be hurried or held up.
      const pace = faults.value("pace") ?? sandbox.settings.streamPace;
      if (pace !== null) {
        const left = Math.max(startedAt + sentMs / pace - performance.now(), 0);
        await delay(left, undefined, { signal: abandoned.signal });
      }
      sentMs = taken.at(-1)?.untilMs ?? sentMs;
      const audio = Buffer.concat(taken.map(({ bytes }) => bytes)).toString("hex");
      yield { data: { audio, status: 1 }, base_resp: SUCCESS };
    }
    const { path, facts } = await making;
    const audio = options.excludesAggregatedAudio || isEmpty ? "" : await readFile(path, "hex");
    yield { data: { audio, status: 2 }, extra_info: options.describe(facts), base_resp: SUCCESS };
  } finally {
    abandoned.abort(new Error("nobody listens"));
  }
}
