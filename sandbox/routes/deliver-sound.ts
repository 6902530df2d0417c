import type { Answer, JsonBody } from "../http/answer.ts";
import { HexFile } from "../http/hex-file.ts";
import { streamSound } from "../media/stream-sound.ts";
import type { SoundFacts, SoundOrder } from "../media/workshop/sound-order.ts";
import type { MadeSound } from "../media/workshop/sound-cache.ts";
import type { Call } from "../sandbox-context.ts";

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
): Promise<HexFile | string> {
  if (outputFormat === "hex") return new HexFile(sound.path, sound.facts.sizeBytes);
  const { links, baseUrl } = call.sandbox;
  const { contentType, extension } = sound.facts;
  const isEmpty = call.faults.has("empty-result");
  const content = isEmpty ? { bytes: new Uint8Array() } : { path: sound.path };
  const faults = call.faults.linkFaults();
  return `${baseUrl}${await links.publish({ ...content, contentType, extension, faults })}`;
}
