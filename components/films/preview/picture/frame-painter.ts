import type { Shot, View } from "@/lib/films/film-document";
import type { FrameContent } from "@/lib/films/lay-out-film";
import {
  blurSamples,
  findGroundSize,
  type FittedView,
  fitView,
  groundBlur,
  groundDarkness,
  groundPasses,
} from "@/lib/films/picture/fit-view";
import type { Context } from "./film-words";
import type { ShownPicture } from "./shown-picture";

interface Size {
  width: number;
  height: number;
}

/** What a layer of a frame looks like: a picture with its fit, or a drawing over the whole frame. */
export type Layer =
  | { kind: "picture"; picture: ShownPicture; fit: Shot["fit"]; view: View | undefined; ground: GroundKey }
  | { kind: "drawing"; drawing: CanvasImageSource };

/** Names a picture that stands still, whose ground is drawn once; null for one that moves. */
type GroundKey = string | null;

/** Paints frames as lib/films/render/compose-frames.ts composes them, also to a canvas that is smaller than the film. */
export class FramePainter {
  readonly #size: Size;
  readonly #scratch: OffscreenCanvas;
  readonly #ground: OffscreenCanvas;
  #groundOf: string | undefined;

  constructor(size: Size) {
    this.#size = size;
    this.#scratch = new OffscreenCanvas(size.width, size.height);
    const ground = findGroundSize(size);
    this.#ground = new OffscreenCanvas(ground.width, ground.height);
  }

  paint(
    context: Context,
    { mix, black }: Pick<FrameContent, "mix" | "black">,
    layers: readonly Layer[],
    caption: CanvasImageSource | null,
  ): void {
    const { width, height } = this.#size;
    const [first, second] = layers;
    context.setTransform(context.canvas.width / width, 0, 0, context.canvas.height / height, 0, 0);
    context.globalAlpha = 1;
    context.imageSmoothingEnabled = true;
    if (first) this.#paintLayer(context, first);
    else {
      context.fillStyle = "#000";
      context.fillRect(0, 0, width, height);
    }
    if (second && mix) this.#mix(context, second, mix);
    if (black > 0) {
      context.fillStyle = `rgb(0 0 0 / ${black})`;
      context.fillRect(0, 0, width, height);
    }
    if (caption) context.drawImage(caption, 0, 0);
  }

  #mix(context: Context, layer: Layer, { kind, share }: NonNullable<FrameContent["mix"]>): void {
    const { width, height } = this.#size;
    if (kind === "wipe") {
      context.save();
      context.beginPath();
      context.rect(0, 0, 2 * Math.round((share * width) / 2), height);
      context.clip();
      this.#paintLayer(context, layer);
      context.restore();
      return;
    }
    if (layer.kind === "drawing" || this.#fit(layer).ground === "none") {
      context.globalAlpha = share;
      this.#paintLayer(context, layer);
      context.globalAlpha = 1;
      return;
    }
    // As one picture: what is around it fades, too.
    const scratch = this.#scratch.getContext("2d")!;
    this.#paintLayer(scratch, layer);
    context.globalAlpha = share;
    context.drawImage(this.#scratch, 0, 0);
    context.globalAlpha = 1;
  }

  #paintLayer(context: Context, layer: Layer): void {
    const { width, height } = this.#size;
    if (layer.kind === "drawing") {
      context.drawImage(layer.drawing, 0, 0, width, height);
      return;
    }
    const { picture } = layer;
    const { view, box, ground } = this.#fit(layer);
    if (ground === "black") {
      context.fillStyle = "#000";
      context.fillRect(0, 0, width, height);
    } else if (ground !== "none") {
      this.#drawGround(picture, ground, layer.ground);
      context.drawImage(this.#ground, 0, 0, width, height);
    }
    picture.draw(context, view, box);
  }

  #fit({ picture, fit, view }: Extract<Layer, { kind: "picture" }>): FittedView {
    return fitView(picture, this.#size, fit, view);
  }

  /** The picture itself, small, blurred and darkened. */
  #drawGround(picture: ShownPicture, view: View, key: GroundKey): void {
    const name = key === null ? undefined : `${key} ${JSON.stringify(view)}`;
    if (name !== undefined && name === this.#groundOf) return;
    this.#groundOf = name;
    const { width, height } = this.#ground;
    const context = this.#ground.getContext("2d", { willReadFrequently: true })!;
    picture.draw(context, view, { x: 0, y: 0, width, height });
    const pixels = context.getImageData(0, 0, width, height);
    const { data } = pixels;
    for (let colour = 0; colour < 3; colour += 1) {
      for (let pass = 0; pass < groundPasses; pass += 1) {
        blurSamples({ data, offset: colour, step: 4, stride: 4 * width, width, height }, groundBlur);
      }
    }
    for (let at = 0; at < data.length; at += 1) {
      if (at % 4 !== 3) data[at] = data[at]! * (1 - groundDarkness);
    }
    context.putImageData(pixels, 0, 0);
  }
}
