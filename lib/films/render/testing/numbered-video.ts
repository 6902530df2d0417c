import { writeFile } from "node:fs/promises";
import path from "node:path";
import {
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathSource,
  Input,
  MP4,
  Mp4OutputFormat,
  FilePathTarget,
  Output,
} from "mediabunny";
import { encodeFrames } from "@/sandbox/media/video/encode-frames";
import type { Planes } from "../planes";
import { VideoReader } from "../video-reader";

const bits = 10;
const dark = 60;
const light = 200;

/** A video whose frames carry their number as ten stripes, dark or light, from the highest bit. */
export async function writeNumberedVideo(
  file: string,
  { frames, frameRate, width = 320, height = 180 }: NumberedVideo,
): Promise<string> {
  function* paint(): Generator<Uint8Array> {
    const pixels = new Uint8Array(width * height * 4).fill(255);
    for (let frame = 0; frame < frames; frame += 1) {
      for (let at = 0; at < width * height; at += 1) {
        const stripe = Math.floor(((at % width) * bits) / width);
        const value = (frame >> (bits - 1 - stripe)) & 1 ? light : dark;
        pixels.fill(value, at * 4, at * 4 + 3);
      }
      yield pixels;
    }
  }
  await writeFile(file, await encodeFrames(paint(), { width, height, framesPerSecond: frameRate }, "first"));
  return path.resolve(file);
}

interface NumberedVideo {
  frames: number;
  frameRate: number;
  width?: number;
  height?: number;
}

/** Writes a video anew whose frames last for so many seconds, one after the other; the last time for the rest. */
export async function changeFrameTimes(file: string, target: string, lengths: number[]): Promise<string> {
  const input = new Input({ source: new FilePathSource(file), formats: [MP4] });
  const track = (await input.getPrimaryVideoTrack())!;
  const decoderConfig = (await track.getDecoderConfig())!;
  const output = new Output({ format: new Mp4OutputFormat(), target: new FilePathTarget(target) });
  const source = new EncodedVideoPacketSource("avc");
  output.addVideoTrack(source);
  await output.start();
  let timestamp = 0;
  let index = 0;
  for await (const packet of new EncodedPacketSink(track).packets()) {
    const duration = lengths[index] ?? lengths.at(-1)!;
    await source.add(packet.clone({ timestamp, duration }), { decoderConfig });
    timestamp += duration;
    index += 1;
  }
  await output.finalize();
  input.dispose();
  return path.resolve(target);
}

/** The value in the middle of each stripe of a picture. */
export function readStripes({ data, width, height }: Planes): number[] {
  const row = Math.floor(height / 2) * width;
  return Array.from(
    { length: bits },
    (_, stripe) => data[row + Math.floor(((stripe + 0.5) * width) / bits)]!,
  );
}

/** The number that a picture carries; null where a stripe is neither dark nor light. */
export function readNumber(picture: Planes): number | null {
  let number = 0;
  for (const value of readStripes(picture)) {
    if (Math.abs(value - toVideo(dark)) > 25 && Math.abs(value - toVideo(light)) > 25) return null;
    number = number * 2 + (value > 128 ? 1 : 0);
  }
  return number;
}

/** The light of a grey of 0 to 255. */
export const toVideo = (grey: number) => 16 + (grey * 219) / 255;

/** Decodes a film and reads something of each of its frames. */
export async function readFrames<Value>(
  file: string,
  { frames, frameRate }: { frames: number; frameRate: number },
  read: (picture: Planes) => Value,
): Promise<Value[]> {
  const reader = await VideoReader.open(file, 0);
  try {
    const values: Value[] = [];
    for (let frame = 0; frame < frames; frame += 1) {
      values.push(read((await reader.readAt((frame + 0.5) / frameRate)).planes));
    }
    return values;
  } finally {
    reader.close();
  }
}
