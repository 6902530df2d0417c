import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Mp4OutputFormat, Output } from "mediabunny";
import sharp from "sharp";
import type { VideoRequest, VideoResolution } from "../../rules/video-rules.ts";
import { stripFaultWords } from "../../fault-words.ts";
import { drawImage } from "../draw-image.ts";
import { encodeStill, type PlanarPicture } from "./encode-still.ts";

/** Pixels of each resolution. */
export const VIDEO_SIZES: Record<VideoResolution, { width: number; height: number }> = {
  "512P": { width: 910, height: 512 },
  "720P": { width: 1280, height: 720 },
  "768P": { width: 1366, height: 768 },
  "1080P": { width: 1920, height: 1080 },
};

const FRAMES_PER_SECOND = 24;

/** An MP4 of the asked size and length that holds a drawn picture with the prompt. Simple, but every player takes it. */
export async function makeVideo(request: VideoRequest): Promise<Uint8Array> {
  const { width, height } = VIDEO_SIZES[request.resolution];
  const picture = await drawImage({
    model: "image-01",
    prompt: stripFaultWords(request.prompt) || "Video without a prompt",
    seed: 1n,
    take: 0,
    width,
    height,
    style: null,
    references: [{ imageFile: request.firstFrameImage, bytes: null }],
    isOptimized: false,
    hasWatermark: request.hasWatermark,
    format: "png",
  });
  const still = encodeStill(await toPlanar(picture, width, height), width, height);
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat(), target });
  const source = new EncodedVideoPacketSource("avc");
  output.addVideoTrack(source, { frameRate: FRAMES_PER_SECOND });
  await output.start();
  const frameCount = request.durationSeconds * FRAMES_PER_SECOND;
  for (let frame = 0; frame < frameCount; frame += 1) {
    const bytes = frame === 0 ? still.keyFrame : still.repeatFrame(frame);
    const type = frame === 0 ? "key" : "delta";
    const packet = new EncodedPacket(bytes, type, frame / FRAMES_PER_SECOND, 1 / FRAMES_PER_SECOND);
    const decoderConfig = {
      codec: still.codec,
      codedWidth: width,
      codedHeight: height,
      description: still.decoderConfiguration,
    };
    await source.add(packet, frame === 0 ? { decoderConfig } : undefined);
  }
  await output.finalize();
  if (target.buffer === null) throw new Error("the MP4 writer left no bytes");
  return new Uint8Array(target.buffer);
}

/** BT.709, video range, chroma taken from every second pixel; the margin to whole macroblocks repeats the edge. */
async function toPlanar(png: Buffer, width: number, height: number): Promise<PlanarPicture> {
  const codedWidth = Math.ceil(width / 16) * 16;
  const codedHeight = Math.ceil(height / 16) * 16;
  const { data } = await sharp(png)
    .removeAlpha()
    .extend({ right: codedWidth - width, bottom: codedHeight - height, extendWith: "copy" })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const luma = new Uint8Array(codedWidth * codedHeight);
  const blueChroma = new Uint8Array(luma.length / 4);
  const redChroma = new Uint8Array(luma.length / 4);
  for (let y = 0; y < codedHeight; y += 1) {
    for (let x = 0; x < codedWidth; x += 1) {
      const place = y * codedWidth + x;
      const red = data[place * 3] ?? 0;
      const green = data[place * 3 + 1] ?? 0;
      const blue = data[place * 3 + 2] ?? 0;
      luma[place] = 16 + 0.1826 * red + 0.6142 * green + 0.062 * blue;
      if (x % 2 === 0 && y % 2 === 0) {
        const chromaPlace = (y / 2) * (codedWidth / 2) + x / 2;
        blueChroma[chromaPlace] = 128 - 0.1006 * red - 0.3386 * green + 0.4392 * blue;
        redChroma[chromaPlace] = 128 + 0.4392 * red - 0.3989 * green - 0.0403 * blue;
      }
    }
  }
  return { codedWidth, codedHeight, luma, blueChroma, redChroma };
}
