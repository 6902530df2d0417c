import { randomBytes } from "node:crypto";
import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Output, WebMOutputFormat } from "mediabunny";
import sharp, { type Sharp } from "sharp";

/** An image of noise: unique, and as large as a real one. */
export function drawPicture(width = 64, height = 48): Sharp {
  return sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } });
}

/** A minimal WAV: 16 bit, mono, 8 kHz, silence. */
export function createWav(durationSeconds: number): Buffer {
  const sampleRate = 8_000;
  const data = Buffer.alloc(Math.round(durationSeconds * sampleRate) * 2);
  const header = Buffer.alloc(44);
  header.write("RIFF", 0);
  header.writeUInt32LE(36 + data.length, 4);
  header.write("WAVEfmt ", 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE(sampleRate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write("data", 36);
  header.writeUInt32LE(data.length, 40);
  return Buffer.concat([header, data]);
}

/** A WebM with a valid container and undecodable frames. */
export async function createWebm(options: {
  width: number;
  height: number;
  durationSeconds: number;
}): Promise<Buffer> {
  const framesPerSecond = 10;
  const target = new BufferTarget();
  const output = new Output({ format: new WebMOutputFormat(), target });
  const source = new EncodedVideoPacketSource("vp8");
  output.addVideoTrack(source, { frameRate: framesPerSecond });
  await output.start();
  const decoderConfig = { codec: "vp8", codedWidth: options.width, codedHeight: options.height };
  for (let frame = 0; frame < options.durationSeconds * framesPerSecond; frame += 1) {
    const packet = new EncodedPacket(
      randomBytes(64),
      frame === 0 ? "key" : "delta",
      frame / framesPerSecond,
      1 / framesPerSecond,
    );
    await source.add(packet, frame === 0 ? { decoderConfig } : undefined);
  }
  await output.finalize();
  return Buffer.from(target.buffer ?? new ArrayBuffer(0));
}

/** Splits bytes into pieces, like a network. */
export async function* inChunks(bytes: Uint8Array, chunkBytes = 1_000): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += chunkBytes) {
    yield bytes.subarray(start, start + chunkBytes);
  }
}
