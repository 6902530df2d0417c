import { readFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { drawImage } from "../draw-image.ts";
import { chooseManner, viewAt } from "./camera-path.ts";
import { encodeFrames } from "./encode-frames.ts";
import { renderView, type RasterPicture } from "./render-view.ts";
import type { VideoOrder } from "./video-order.ts";
import { layOver, makeWatermark } from "./watermark.ts";

/** An MP4 in which the camera moves over the first frame. Kept first frames lie in the folder. */
export async function makeVideo(order: VideoOrder, frameFolder: string): Promise<Uint8Array> {
  const picture = await readPicture(order, frameFolder);
  const watermark = order.hasWatermark ? await makeWatermark(order.width, order.height) : null;
  const { width, height, framesPerSecond, durationSeconds, cameraGroups } = order;
  const manner = chooseManner(order.take);
  const pixels = new Uint32Array(width * height);
  const frame = new Uint8Array(pixels.buffer);
  const count = Math.round(durationSeconds * framesPerSecond);
  function* renderFrames(): Generator<Uint8Array> {
    for (let index = 0; index < count; index += 1) {
      // The first frame is the picture as it is, the last one stands where the move ends.
      const seconds = (index / Math.max(count - 1, 1)) * durationSeconds;
      renderView(picture, viewAt(cameraGroups, seconds, durationSeconds, manner), pixels);
      if (watermark !== null) layOver(frame, width, watermark);
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
