import type { View } from "@/lib/films/film-document";
import type { Box } from "@/lib/films/picture/fit-view";
import type { Context } from "./film-words";

/** A picture without transparent parts that can be drawn, with the size that it is shown in. */
export interface ShownPicture {
  width: number;
  height: number;
  draw(context: Context, view: View, box: Box): void;
}

/** What a picture is loaded for: to be looked at, so that it comes as soon as it can, or for those that follow it, too. */
export type LoadPurpose = "rest" | "playback";

/** Where the pictures of a shot come from. */
export interface PictureSource {
  /** Waits until the picture of a frame of the shot is at hand. */
  load(frame: number, purpose: LoadPurpose): Promise<void>;
  /** The picture of a frame, or the last one before it that is at hand. */
  take(frame: number): { picture: ShownPicture; isExact: boolean } | null;
  close(): void;
}

/** Why a shot can't be shown. */
export type SourceFault = "gone" | "trash" | "unreadable" | "unsupported";

export class SourceError extends Error {
  readonly fault: SourceFault;
  constructor(fault: SourceFault, options?: ErrorOptions) {
    super(`A source is ${fault}`, options);
    this.name = "SourceError";
    this.fault = fault;
  }
}

/** A part of the picture, and its place in the frame, as `drawImage` takes them. */
type Place = [sx: number, sy: number, sw: number, sh: number, dx: number, dy: number, dw: number, dh: number];

/** What `draw` draws. Down to half its size, neighbours are mixed, as in the export: the next better smoothing takes four times as long. */
export function showDrawn(
  width: number,
  height: number,
  draw: (context: Context, ...place: Place) => void,
): ShownPicture {
  return {
    width,
    height,
    draw(context, view, box) {
      const part = [view.x * width, view.y * height, view.width * width, view.height * height] as const;
      const scale = (context.getTransform().a * box.width) / part[2];
      context.imageSmoothingQuality = scale < 0.5 ? "medium" : "low";
      draw(context, ...part, box.x, box.y, box.width, box.height);
    },
  };
}

/** An image as it is, in pixels of its own. */
export function showImage(
  image: ImageBitmap | OffscreenCanvas | HTMLVideoElement,
  width: number,
  height: number,
): ShownPicture {
  return showDrawn(width, height, (context, ...place) => context.drawImage(image, ...place));
}
