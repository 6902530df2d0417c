import { createReadStream } from "node:fs";
import { ALL_FORMATS, FilePathSource, Input } from "mediabunny";
import { decodeSound } from "@/lib/media/peaks/decode/decode-sound";
import { decodeTrack } from "@/lib/media/peaks/decode/decode-track";
import { canDecodeSound, type DecodedSound } from "@/lib/media/peaks/decode/sound-decoder";
import { filmSampleRateHz, type StereoSound } from "../mix-sound";
import type { RenderSource } from "./render-order";
import { Resampler } from "./resampler";

/** Reads a sound from a position on, in the rate of films; nothing where a video has no sound. */
export async function* readSound(
  source: RenderSource,
  { from, speed }: { from: number; speed: number },
): AsyncGenerator<StereoSound> {
  let resampler: Resampler | undefined;
  let skipped = 0;
  for await (const { channelData, sampleRateHz } of decode(source)) {
    const length = channelData[0]?.length ?? 0;
    if (length === 0) continue;
    // What comes before the position is left out by whole samples, which no ear can tell.
    const toSkip = Math.min(length, Math.round(from * sampleRateHz) - skipped);
    skipped += toSkip;
    if (toSkip === length) continue;
    const stereo = toStereo(channelData).map((channel) => channel.subarray(toSkip));
    const step = (sampleRateHz * speed) / filmSampleRateHz;
    if (step === 1) {
      yield [stereo[0]!, stereo[1]!];
      continue;
    }
    resampler ??= new Resampler({ step, channels: 2 });
    const [left, right] = resampler.add(stereo);
    yield [left!, right!];
  }
  if (!resampler) return;
  const [left, right] = resampler.flush();
  yield [left!, right!];
}

/** One channel is heard on both sides. Of more than two, only the first two are. */
function toStereo(channelData: readonly Float32Array[]): Float32Array[] {
  const [left, right = left] = channelData;
  return [left!, right!];
}

function decode(source: RenderSource): AsyncIterable<DecodedSound> {
  const { path, mimeType } = source;
  if (source.kind === "audio" && canDecodeSound({ mimeType })) {
    return decodeSound(createReadStream(path), { mimeType });
  }
  return decodeContainer(path, source.kind === "video");
}

async function* decodeContainer(path: string, mayBeSilent: boolean): AsyncGenerator<DecodedSound> {
  const input = new Input({ source: new FilePathSource(path), formats: ALL_FORMATS });
  try {
    const track = await input.getPrimaryAudioTrack();
    if (track) yield* decodeTrack(track);
    else if (!mayBeSilent) throw new Error("There is no sound in it");
  } finally {
    input.dispose();
  }
}
