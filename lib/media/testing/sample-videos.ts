import { createHash, randomBytes } from "node:crypto";
import {
  ALL_FORMATS,
  BufferSource,
  EncodedPacketSink,
  Input,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  Output,
} from "mediabunny";
import { encodeFrames } from "@/sandbox/media/video/encode-frames";

export type Colour = readonly [red: number, green: number, blue: number];

interface DrawVideoOptions {
  /** Even. */
  width?: number;
  /** Even. */
  height?: number;
  framesPerSecond?: number;
  /** Position of the index (`moov`). */
  indexPlace?: "first" | "last";
}

/** A small H.264 video without audio, in MP4: one frame per colour, or per pair of colours side by side. */
export async function drawVideo(
  frames: readonly (Colour | { left: Colour; right: Colour })[],
  { width = 96, height = 64, framesPerSecond = 10, indexPlace = "last" }: DrawVideoOptions,
): Promise<Buffer> {
  function* paint(): Generator<Uint8Array> {
    for (const frame of frames) {
      const { left, right } = "left" in frame ? frame : { left: frame, right: frame };
      const pixels = new Uint8Array(width * height * 4);
      for (let at = 0; at < width * height; at += 1) {
        pixels.set([...(at % width < width / 2 ? left : right), 255], at * 4);
      }
      yield pixels;
    }
  }
  return Buffer.from(await encodeFrames(paint(), { width, height, framesPerSecond }, indexPlace));
}

/** All packets of a file in order, each with its time and a digest of its bytes. */
export async function listPackets(bytes: Uint8Array): Promise<string[]> {
  const input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS });
  const packets: string[] = [];
  for (const track of await input.getTracks()) {
    if (!track.isVideoTrack() && !track.isAudioTrack()) continue;
    for await (const { timestamp, duration, type, data } of new EncodedPacketSink(track).packets()) {
      const digest = createHash("sha256").update(data).digest("hex");
      packets.push(`${track.type} ${timestamp} ${duration} ${type} ${data.length} ${digest}`);
    }
  }
  return packets;
}

/**
 * An MP4 with one video and two audio packets per second, with its index last or fragmented. The container is
 * valid; the packets are noise.
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
  // A 96 x 64 decoder configuration by x264.
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

/** An MP4 with only audio, like a file that pretends to be a video. */
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

/** Repacks a video's frames with the given times in seconds, a rotation, and a noise audio track. */
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
