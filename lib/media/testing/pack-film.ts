import { randomBytes } from "node:crypto";
import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  Output,
} from "mediabunny";

/**
 * An MP4 of one frame a second and two sounds a second beside it, with its index last, or in fragments. The container is
 * sound; what is in its packets is noise.
 */
export async function packFilm(
  seconds: number,
  { packetBytes = 200, isFragmented = false }: { packetBytes?: number; isFragmented?: boolean } = {},
): Promise<Buffer> {
  const target = new BufferTarget();
  const format = new Mp4OutputFormat({ fastStart: isFragmented ? "fragmented" : false });
  const output = new Output({ format, target });
  const video = new EncodedVideoPacketSource("avc");
  const audio = new EncodedAudioPacketSource("opus");
  output.addVideoTrack(video, { frameRate: 1 });
  output.addAudioTrack(audio);
  await output.start();
  // Of 96 x 64 pixels, as x264 describes them.
  const description = Buffer.from(
    "0164001fffe100176764001facd9862684000003000400000300603c60c66801000568e96b2c8bfdf8f800",
    "hex",
  );
  const videoConfig = { codec: "avc1.64001f", codedWidth: 96, codedHeight: 64, description };
  const audioConfig = { codec: "opus", numberOfChannels: 2, sampleRate: 48_000 };
  for (let second = 0; second < seconds; second += 1) {
    const frame = new EncodedPacket(
      randomBytes(packetBytes + second),
      second % 5 ? "delta" : "key",
      second,
      1,
    );
    await video.add(frame, second === 0 ? { decoderConfig: videoConfig } : undefined);
    for (const at of [second, second + 0.5]) {
      const sound = new EncodedPacket(randomBytes(40 + (second % 7)), "key", at, 0.5);
      await audio.add(sound, at === 0 ? { decoderConfig: audioConfig } : undefined);
    }
  }
  await output.finalize();
  return Buffer.from(target.buffer ?? new ArrayBuffer(0));
}

/** An MP4 that holds sound alone, as a file does that lies about being a video. */
export async function packSound(seconds: number): Promise<Buffer> {
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: false }), target });
  const audio = new EncodedAudioPacketSource("opus");
  output.addAudioTrack(audio);
  await output.start();
  const decoderConfig = { codec: "opus", numberOfChannels: 2, sampleRate: 48_000 };
  for (let second = 0; second < seconds; second += 1) {
    const packet = new EncodedPacket(randomBytes(50), "key", second, 1);
    await audio.add(packet, second === 0 ? { decoderConfig } : undefined);
  }
  await output.finalize();
  return Buffer.from(target.buffer ?? new ArrayBuffer(0));
}
