import sharp from "sharp";
import { toRgb } from "@/lib/media/frames/frame-pixels";
import { writeXmp } from "@/lib/media/delivery/picture-tags";
import { type FilmLoop, findLoopSize, listLoopDelays, listLoopFrames, type LoopFormat } from "../film-loop";
import { FrameComposer } from "./compose-frames";
import { RenderError } from "./render-fault";
import type { FilmTags, RenderOrder } from "./render-order";

/** Most of the time goes into finding colours for each image of a GIF; more effort takes several times as long and looks the same. */
const encoders = {
  gif: { effort: 3, dither: 0.5, interFrameMaxError: 2 },
  webp: { quality: 80, effort: 4 },
} as const;

/** Of a part of a comment in a GIF. */
const maxPartBytes = 255;

/**
 * Draws a piece of a film as the pictures of the film are drawn, and encodes it as an animated image that repeats without end.
 *
 * @throws RenderError encoder-failed; and what drawing throws
 */
export async function encodeLoop(
  order: RenderOrder,
  { loop, format }: { loop: FilmLoop; format: LoopFormat },
  onFrame: (framesDone: number) => void,
): Promise<Uint8Array> {
  const { film, tags } = order;
  const { width, height } = findLoopSize(film.aspect, loop.size);
  const frames = listLoopFrames(loop, film.frameRate);
  const frameBytes = width * height * 3;
  const pixels = Buffer.allocUnsafe(frames.length * frameBytes);
  const composer = new FrameComposer(order, { width, height });
  try {
    for (const [index, frame] of frames.entries()) {
      onFrame(index);
      const picture = await composer.draw(frame);
      const colours = { matrix: "bt709", fullRange: false };
      pixels.set(toRgb({ ...picture, format: "I420", ...colours }), index * frameBytes);
    }
  } finally {
    composer.close();
  }
  onFrame(frames.length);
  // The images stand below each other, as libvips has animations.
  const raw = { width, height: frames.length * height, channels: 3, pageHeight: height } as const;
  const timing = { loop: 0, delay: listLoopDelays(frames.length, loop.frameRate, format) };
  try {
    const image = sharp(pixels, { raw, limitInputPixels: false });
    if (format === "webp") {
      const xmp = writeXmp({ title: tags.title, description: tags.comment, parameters: tags.parameters });
      return await image
        .webp({ ...encoders.webp, ...timing })
        .withXmp(xmp)
        .toBuffer();
    }
    return addComment(await image.gif({ ...encoders.gif, ...timing }).toBuffer(), tags);
  } catch (cause) {
    throw new RenderError("encoder-failed", `${frames.length} frames as ${format}: ${String(cause)}`, {
      cause,
    });
  }
}

/** A comment is all that a GIF can say of itself (GIF89a, 24). */
function addComment(gif: Buffer, { title, comment }: FilmTags): Buffer {
  const text = Buffer.from([title, comment].filter(Boolean).join("\n"));
  const parts: Buffer[] = [];
  for (let at = 0; at < text.length; at += maxPartBytes) {
    const part = text.subarray(at, at + maxPartBytes);
    parts.push(Buffer.from([part.length]), part);
  }
  // Before the byte that ends the file.
  return Buffer.concat([
    gif.subarray(0, -1),
    Buffer.from([0x21, 0xfe]),
    ...parts,
    Buffer.from([0]),
    gif.subarray(-1),
  ]);
}
