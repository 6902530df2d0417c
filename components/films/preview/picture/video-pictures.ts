import type { VideoSample } from "mediabunny";
import { showDrawn, type ShownPicture, showImage } from "./shown-picture";

/** A frame of a video that is at hand. */
export interface VideoPicture extends ShownPicture {
  /** When it begins in the video, and how long it lasts; in seconds. */
  timestamp: number;
  duration: number;
  close(): void;
}

/** Frames with more pixels stay as they are: those at hand would take more memory than they are worth. */
const maxCopiedPixels = 1_920 * 1_088;
/** Canvases that are kept for the next frames: those of three shots. */
const maxUnused = 9;

/**
 * Turns decoded frames into pictures that are cheap to draw. A canvas without a graphics processor takes new memory for each frame
 * that it draws, which takes longer than all the rest: those in memory are copied once into a canvas that is used again and again, by
 * all videos of a film. The colours are the same.
 */
export class VideoPictures {
  readonly #buffers: ImageData[] = [];
  readonly #unused: OffscreenCanvas[] = [];
  #isCopying = true;

  /** @returns the picture of a frame, which it closes */
  async keep(sample: VideoSample): Promise<VideoPicture> {
    return (this.#isCopying && canCopy(sample) ? await this.#copy(sample) : null) ?? showSample(sample);
  }

  async #copy(sample: VideoSample): Promise<VideoPicture | null> {
    const { displayWidth: width, displayHeight: height, timestamp, duration } = sample;
    const buffer = take(this.#buffers, width, height) ?? new ImageData(width, height);
    try {
      await sample.copyTo(buffer.data, { format: "RGBA" });
    } catch (error) {
      // A browser that can't convert.
      if (!(error instanceof DOMException)) throw error;
      this.#isCopying = false;
      return null;
    }
    const canvas = take(this.#unused, width, height) ?? new OffscreenCanvas(width, height);
    canvas.getContext("2d", { alpha: false, willReadFrequently: true })!.putImageData(buffer, 0, 0);
    keep(this.#buffers, buffer);
    sample.close();
    let isOpen = true;
    const close = () => {
      if (isOpen) keep(this.#unused, canvas);
      isOpen = false;
    };
    return { ...showImage(canvas, width, height), timestamp, duration, close };
  }
}

/** Whether a frame is in memory, upright and of square pixels. */
function canCopy(sample: VideoSample): boolean {
  const { format, rotation, flip, visibleRect, displayWidth, displayHeight } = sample;
  const isAsShown =
    rotation === 0 && !flip && visibleRect.width === displayWidth && visibleRect.height === displayHeight;
  return format === "I420" && isAsShown && displayWidth * displayHeight <= maxCopiedPixels;
}

/** Puts one into a list, which forgets those that were not used for the longest time. */
function keep<Kept>(list: Kept[], one: Kept): void {
  list.push(one);
  if (list.length > maxUnused) list.shift();
}

/** Takes one of a size out of a list. */
function take<Sized extends { width: number; height: number }>(
  list: Sized[],
  width: number,
  height: number,
): Sized | undefined {
  const at = list.findLastIndex((one) => one.width === width && one.height === height);
  return at === -1 ? undefined : list.splice(at, 1)[0];
}

function showSample(sample: VideoSample): VideoPicture {
  const { displayWidth, displayHeight, timestamp, duration } = sample;
  const shown = showDrawn(displayWidth, displayHeight, (context, ...place) => sample.draw(context, ...place));
  return { ...shown, timestamp, duration, close: () => sample.close() };
}
