import { setTimeout as delay } from "node:timers/promises";
import { AudioDecoder, EncodedAudioChunk } from "@napi-rs/webcodecs";
import { BufferSource, EncodedPacketSink, Input, MP4 } from "mediabunny";
import { parseBuffer } from "music-metadata";
import { decodeSound } from "../peaks/decode/decode-sound";
import { inChunks } from "./sample-media";
import type { SampleSound } from "./sample-audio";

/** Decodes a whole file: MP3 by mpg123, FLAC by libFLAC, M4A by FFmpeg within its edit list. */
export async function decodeFile(bytes: Uint8Array, mimeType: string): Promise<SampleSound> {
  if (mimeType === "audio/mp4") return decodeM4a(bytes);
  const pieces = await Array.fromAsync(decodeSound(inChunks(bytes, 65_536), { mimeType }));
  const [first] = pieces.filter(({ channelData }) => channelData.length > 0);
  if (!first) throw new Error("Nothing was decoded");
  // mpg123 gives every sound two channels.
  const { format } = await parseBuffer(bytes, { mimeType });
  return {
    sampleRateHz: first.sampleRateHz,
    channelData: first.channelData
      .slice(0, format.numberOfChannels)
      .map((_channel, index) =>
        join(pieces.map(({ channelData }) => channelData[index] ?? new Float32Array())),
      ),
  };
}

async function decodeM4a(bytes: Uint8Array): Promise<SampleSound> {
  const input = new Input({ source: new BufferSource(bytes), formats: [MP4] });
  const track = await input.getPrimaryAudioTrack();
  const config = await track?.getDecoderConfig();
  if (!track || !config) throw new Error("There is no audio in it");
  const { sampleRate, numberOfChannels } = config;
  const description = config.description && Buffer.from(config.description as Uint8Array<ArrayBuffer>);
  const pieces: Float32Array<ArrayBuffer>[][] = [];
  let fault: Error | undefined;
  const decoder = new AudioDecoder({
    output(data) {
      pieces.push(
        Array.from({ length: numberOfChannels }, (_channel, planeIndex) => {
          const samples = new Float32Array(data.numberOfFrames);
          data.copyTo(samples, { planeIndex, format: "f32-planar" });
          return samples;
        }),
      );
      data.close();
    },
    error: (error) => (fault = error),
  });
  decoder.configure({
    codec: config.codec,
    sampleRate,
    numberOfChannels,
    ...(description ? { description } : {}),
  });
  let start = 0;
  let fed = 0;
  for await (const packet of new EncodedPacketSink(track).packets()) {
    start = Math.min(start, packet.timestamp);
    const { data, microsecondTimestamp: timestamp } = packet;
    decoder.decode(new EncodedAudioChunk({ type: "key", timestamp, data }));
    fed += 1;
  }
  await decoder.flush();
  // Much of a minute may arrive after the decoder has said that it is done (@napi-rs/webcodecs 1.3.1).
  for (let waited = 0; waited < 5_000 && pieces.length < fed && !fault; waited += 1) await delay(1);
  if (fault) throw fault;
  const first = Math.round(-start * sampleRate);
  const count = Math.round((await input.computeDuration()) * sampleRate);
  const channelData = Array.from({ length: numberOfChannels }, (_channel, index) =>
    join(pieces.map((piece) => piece[index]!)).subarray(first, first + count),
  );
  return { sampleRateHz: sampleRate, channelData };
}

function join(pieces: readonly Float32Array[]): Float32Array<ArrayBuffer> {
  const joined = new Float32Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    joined.set(piece, at);
    at += piece.length;
  }
  return joined;
}
