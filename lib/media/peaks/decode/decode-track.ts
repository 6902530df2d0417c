import { setImmediate, setTimeout as delay } from "node:timers/promises";
import { AudioDecoder, EncodedAudioChunk } from "@napi-rs/webcodecs";
import { EncodedPacketSink, type InputAudioTrack } from "mediabunny";
import type { DecodedSound } from "./sound-decoder";

/** How many packets may wait for the decoder. */
const maxQueue = 16;
/** How long the decoder's last pieces may take. */
const maxRestMs = 500;

/** Decodes the sound of an MP4 or WebM file by FFmpeg. Its beginning is the file's time 0: a later first packet follows silence. */
export async function* decodeTrack(track: InputAudioTrack): AsyncGenerator<DecodedSound> {
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
      // Pieces arrive between tasks. Where 1,000 wait, some overtake others (@napi-rs/webcodecs 1.3.1).
      await setImmediate();
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
