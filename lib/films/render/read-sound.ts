import { createReadStream } from "node:fs";
import { AudioDecoder, EncodedAudioChunk } from "@napi-rs/webcodecs";
import { ALL_FORMATS, EncodedPacketSink, FilePathSource, Input, type InputAudioTrack } from "mediabunny";
import { setTimeout as delay } from "node:timers/promises";
import { decodeSound } from "@/lib/media/peaks/decode/decode-sound";
import { canDecodeSound, type DecodedSound } from "@/lib/media/peaks/decode/sound-decoder";
import type { RenderSource } from "./render-order";
import { Resampler } from "./resampler";

/** Films have two channels at this rate. */
export const filmSampleRateHz = 48_000;

/** Two channels of equal length. */
export type StereoSound = [left: Float32Array, right: Float32Array];

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
  return decodeTrack(path, source.kind === "video");
}

/** How many packets may wait for the decoder. */
const maxQueue = 16;
/** How long the decoder's last pieces may take. */
const maxRestMs = 500;

/** The sound of a video or an M4A file. Its beginning is the file's time 0: a later first packet follows silence. */
async function* decodeTrack(path: string, mayBeSilent: boolean): AsyncGenerator<DecodedSound> {
  const input = new Input({ source: new FilePathSource(path), formats: ALL_FORMATS });
  try {
    const track = await input.getPrimaryAudioTrack();
    if (track) yield* decodePackets(track);
    else if (!mayBeSilent) throw new Error("There is no sound in it");
  } finally {
    input.dispose();
  }
}

async function* decodePackets(track: InputAudioTrack): AsyncGenerator<DecodedSound> {
  const config = await track.getDecoderConfig();
  if (!config) throw new Error("Its sound can't be decoded");
  const { codec, sampleRate, numberOfChannels, description } = config;
  const ready: DecodedSound[] = [];
  let fault: Error | undefined;
  let fed = 0;
  let given = 0;
  const decoder = new AudioDecoder({
    output(data) {
      given += 1;
      const channelData = Array.from({ length: data.numberOfChannels }, (_, planeIndex) => {
        const samples = new Float32Array(data.numberOfFrames);
        data.copyTo(samples, { planeIndex, format: "f32-planar" });
        return samples;
      });
      ready.push({ channelData, sampleRateHz: data.sampleRate });
      data.close();
    },
    error: (error) => (fault ??= error),
  });
  try {
    decoder.configure({
      ...{ codec, sampleRate, numberOfChannels },
      ...(description ? { description: description as Uint8Array } : {}),
    });
    let isFirst = true;
    // What the encoder put before the beginning.
    let early = 0;
    const take = function* (): Generator<DecodedSound> {
      for (const piece of ready.splice(0)) {
        const { sampleRateHz } = piece;
        const length = piece.channelData[0]?.length ?? 0;
        const left = Math.min(length, Math.round(early * sampleRateHz));
        early -= left / sampleRateHz;
        yield { sampleRateHz, channelData: piece.channelData.map((channel) => channel.subarray(left)) };
      }
    };
    for await (const packet of new EncodedPacketSink(track).packets()) {
      if (isFirst && packet.timestamp > 0) {
        const silence = new Float32Array(Math.round(packet.timestamp * sampleRate));
        yield { sampleRateHz: sampleRate, channelData: [silence] };
      }
      if (isFirst) early = Math.max(0, -packet.timestamp);
      isFirst = false;
      const { data, microsecondTimestamp: timestamp } = packet;
      decoder.decode(new EncodedAudioChunk({ type: "key", timestamp, data }));
      fed += 1;
      while (decoder.decodeQueueSize > maxQueue && !fault) await delay(1);
      if (fault) throw fault;
      yield* take();
    }
    await decoder.flush();
    // The last pieces may arrive after the decoder has said that it is done (@napi-rs/webcodecs 1.3.1).
    for (let waited = 0; waited < maxRestMs && given < fed && !fault; waited += 1) await delay(1);
    if (fault) throw fault as Error;
    yield* take();
  } finally {
    if (decoder.state !== "closed") decoder.close();
  }
}
