import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import sharp from "sharp";
import { drawImage, drawWatermark } from "../draw-image.ts";
import { chooseManner, viewAt } from "./camera-path.ts";
import { createClockStamp } from "./clock-stamp.ts";
import { encodeFrames } from "./encode-frames.ts";
import { type RasterPicture, renderView } from "./render-view.ts";

/** A video to be made. The same order is the same video, byte for byte. */
export interface VideoOrder {
  /** A kept picture by its name, or one to be drawn in place of an address that is not fetched. */
  firstFrame: { kind: "kept"; name: string } | { kind: "drawn"; prompt: string; address: string };
  width: number;
  height: number;
  durationSeconds: number;
  framesPerSecond: number;
  /** Camera instructions: those of one group apply together, groups one after another. */
  cameraGroups: string[][];
  take?: number | undefined;
  /** What the clock in the picture has above it; missing in orders from before there was one. */
  name?: string | undefined;
  hasWatermark: boolean;
  /** Where the index (`moov`) is: before the frames, or behind them as many writers leave it. */
  indexPlace: "first" | "last";
}

/** An MP4 in which the camera moves over the first frame, read from the folder, under a running clock. Other work gets a turn at each frame. */
export async function makeVideo(
  order: VideoOrder,
  frameFolder: string,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const picture = await readPicture(order, frameFolder);
  const watermark = order.hasWatermark ? await makeWatermark(order.width, order.height) : null;
  const { width, height, framesPerSecond, durationSeconds, cameraGroups } = order;
  const manner = chooseManner(order.take);
  const stamp = await createClockStamp({ ...order, name: order.name ?? "" });
  const pixels = new Uint32Array(width * height);
  const frame = new Uint8Array(pixels.buffer);
  const count = Math.round(durationSeconds * framesPerSecond);
  async function* renderFrames(): AsyncGenerator<Uint8Array> {
    for (let index = 0; index < count; index += 1) {
      await setImmediate();
      signal.throwIfAborted();
      // The first frame is the picture as it is under the clock, the last one shows the end of the move.
      const seconds = (index / Math.max(count - 1, 1)) * durationSeconds;
      renderView(picture, viewAt(cameraGroups, seconds, durationSeconds, manner), pixels);
      stamp(frame, index);
      if (watermark !== null) layOver(frame, watermark);
      yield frame;
    }
  }
  return encodeFrames(renderFrames(), { width, height, framesPerSecond }, order.indexPlace);
}

async function readPicture(order: VideoOrder, frameFolder: string): Promise<RasterPicture> {
  const { firstFrame, width, height } = order;
  const bytes =
    firstFrame.kind === "kept"
      ? await readFile(join(frameFolder, firstFrame.name))
      : await drawPicture(firstFrame, width, height);
  const data = await sharp(bytes)
    .autoOrient()
    .resize(width, height, { fit: "cover" })
    .flatten({ background: "#000" })
    .toColourspace("srgb")
    .ensureAlpha()
    .raw()
    .toBuffer();
  return { width, height, pixels: new Uint32Array(data.buffer, data.byteOffset, width * height) };
}

/** A scene for a prompt, in the place of a first frame at an address that is not fetched. */
function drawPicture(
  { prompt, address }: { prompt: string; address: string },
  width: number,
  height: number,
): Promise<Buffer> {
  return drawImage({
    model: "image-01",
    prompt: prompt || "Video without a prompt",
    seed: 1n,
    take: 0,
    width,
    height,
    style: null,
    references: [{ imageFile: address, bytes: null }],
    isOptimized: false,
    hasWatermark: false,
    format: "png",
  });
}

/** The mark of `aigc_watermark` on a clear frame: red, green, blue, opacity. It stays in place while the camera moves. */
function makeWatermark(width: number, height: number): Promise<Uint8Array> {
  const mark = drawWatermark(width, Math.min(width, height) / 100);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${mark}</svg>`;
  return sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer();
}

function layOver(frame: Uint8Array, mark: Uint8Array): void {
  for (let place = 0; place < frame.length; place += 4) {
    const opacity = mark[place + 3]! / 255;
    if (opacity === 0) continue;
    for (let channel = place; channel < place + 3; channel += 1) {
      frame[channel]! += (mark[channel]! - frame[channel]!) * opacity;
    }
  }
}
