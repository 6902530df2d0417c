import type { VideoSample } from "mediabunny";
import sharp, { type Sharp } from "sharp";
import { isPlanarFormat, toRgb } from "./frame-pixels";

/** Frames larger than this are not decoded: more than 4K, and some hundred megabytes while a decoder works on it. */
export const maxFramePixels = 16_777_216;

/** A picture whose colours vary less than this around their mean, of 255, is one flat colour. */
const flatDeviation = 3;
const flatProbePixels = 64;

/** The frame as a picture, as players show it: upright and with square pixels. */
async function toPicture(frame: VideoSample): Promise<Sharp> {
  const { width, height } = frame.visibleRect;
  const picture = await readPixels(frame, { width, height });
  const turned = frame.rotation === 0 ? picture : picture.rotate(frame.rotation);
  const [shownWidth, shownHeight] = [frame.displayWidth, frame.displayHeight];
  const isSideways = frame.rotation % 180 !== 0;
  if (shownWidth === (isSideways ? height : width) && shownHeight === (isSideways ? width : height)) {
    return turned;
  }
  return turned.resize(shownWidth, shownHeight, { fit: "fill" });
}

async function readPixels(frame: VideoSample, size: { width: number; height: number }): Promise<Sharp> {
  const { format } = frame;
  if (format !== null && isPlanarFormat(format)) {
    const data = new Uint8Array(frame.allocationSize());
    const planes = await frame.copyTo(data);
    const { matrix = null, fullRange } = frame.colorSpace;
    const rgb = toRgb({ ...size, format, data, planes, matrix, fullRange: fullRange ?? false });
    return sharp(rgb, { raw: { ...size, channels: 3 } });
  }
  const pixels = new Uint8Array(frame.allocationSize({ format: "RGBA" }));
  await frame.copyTo(pixels, { format: "RGBA" });
  return sharp(pixels, { raw: { ...size, channels: 4 } }).removeAlpha();
}

/** The exact pixels of a frame as PNG. */
export async function drawFrame(frame: VideoSample): Promise<Uint8Array> {
  return (await toPicture(frame)).png().toBuffer();
}

/** Whether nothing is to be seen: black or white before a fade, or any one colour. */
export async function isFlatFrame(frame: VideoSample): Promise<boolean> {
  const probe = await (
    await toPicture(frame)
  )
    .resize(flatProbePixels, flatProbePixels, { fit: "inside" })
    .png()
    .toBuffer();
  const { channels } = await sharp(probe).stats();
  return channels.every(({ stdev }) => stdev < flatDeviation);
}
