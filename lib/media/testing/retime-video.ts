import { randomBytes } from "node:crypto";
import {
  ALL_FORMATS,
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  Mp4OutputFormat,
  Output,
} from "mediabunny";

/**
 * Packs the frames of a video anew: each at a time of its own, in seconds, turned as a camera notes it, and with a sound
 * beside them that is noise.
 */
export async function retimeVideo(
  video: Uint8Array,
  options: { times: readonly number[]; rotation?: 0 | 90; soundSeconds?: number },
): Promise<Buffer> {
  const { times, rotation = 0, soundSeconds = 0 } = options;
  const input = new Input({ source: new BufferSource(video), formats: ALL_FORMATS });
  const track = await input.getPrimaryVideoTrack();
  const decoderConfig = (await track?.getDecoderConfig()) ?? undefined;
  if (!track || !decoderConfig) throw new Error("There is no video in it");
  const target = new BufferTarget();
  const output = new Output({ target, format: new Mp4OutputFormat({ fastStart: false }) });
  const source = new EncodedVideoPacketSource("avc");
  output.addVideoTrack(source, { rotation });
  const sound = new EncodedAudioPacketSource("opus");
  if (soundSeconds > 0) output.addAudioTrack(sound);
  await output.start();
  const waiting = [...times];
  for await (const packet of new EncodedPacketSink(track).packets()) {
    const timestamp = waiting.shift();
    if (timestamp === undefined) throw new Error("There are more frames than times");
    await source.add(packet.clone({ timestamp, duration: 0.01 }), { decoderConfig });
  }
  if (soundSeconds > 0) {
    const config = { codec: "opus", numberOfChannels: 2, sampleRate: 48_000 };
    const packet = new EncodedPacket(randomBytes(40), "key", 0, soundSeconds);
    await sound.add(packet, { decoderConfig: config });
  }
  await output.finalize();
  return Buffer.from(target.buffer ?? new ArrayBuffer(0));
}
