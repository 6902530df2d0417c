import {
  ALL_FORMATS,
  BufferSource,
  BufferTarget,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  Mp4OutputFormat,
  Output,
} from "mediabunny";

/** Packs the frames of a video anew: each at a time of its own, in seconds, and turned as a camera notes it. */
export async function retimeVideo(
  video: Uint8Array,
  { times, rotation = 0 }: { times: readonly number[]; rotation?: 0 | 90 },
): Promise<Buffer> {
  const input = new Input({ source: new BufferSource(video), formats: ALL_FORMATS });
  const track = await input.getPrimaryVideoTrack();
  const decoderConfig = (await track?.getDecoderConfig()) ?? undefined;
  if (!track || !decoderConfig) throw new Error("There is no video in it");
  const target = new BufferTarget();
  const output = new Output({ target, format: new Mp4OutputFormat({ fastStart: false }) });
  const source = new EncodedVideoPacketSource("avc");
  output.addVideoTrack(source, { rotation });
  await output.start();
  const waiting = [...times];
  for await (const packet of new EncodedPacketSink(track).packets()) {
    const timestamp = waiting.shift();
    if (timestamp === undefined) throw new Error("There are more frames than times");
    await source.add(packet.clone({ timestamp, duration: 0.01 }), { decoderConfig });
  }
  await output.finalize();
  return Buffer.from(target.buffer ?? new ArrayBuffer(0));
}
