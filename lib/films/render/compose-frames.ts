import { findCaption, findFrame, type PlacedShot, placeShots } from "../lay-out-film";
import { drawCaption } from "./draw-text";
import {
  blackLight,
  createPlanes,
  darkenPlanes,
  fillPlanes,
  layOver,
  mixPlanes,
  noColour,
  type Overlay,
  type Planes,
  wipePlanes,
} from "./planes";
import type { RenderOrder } from "./render-order";
import { openShot, type ShotPainter } from "./shot-painter";

/** Draws the frames of a film, in ascending order. One decoder is open for each shot that is seen. */
export class FrameComposer {
  readonly #order: RenderOrder;
  readonly #placed: readonly PlacedShot[];
  readonly #size: { width: number; height: number };
  readonly #painters = new Map<number, ShotPainter>();
  readonly #target: Planes;
  readonly #coming: Planes;
  #caption: { id: string; overlay: Overlay | null } | undefined;

  constructor(order: RenderOrder, size: { width: number; height: number }) {
    this.#order = order;
    this.#placed = placeShots(order.film);
    this.#size = size;
    this.#target = createPlanes(this.#size.width, this.#size.height);
    this.#coming = createPlanes(this.#size.width, this.#size.height);
  }

  /** A frame of the film; the composer's own, valid until the next one. */
  async draw(frame: number): Promise<Planes> {
    this.#closeEnded(frame);
    const { layers, mix, black } = findFrame(this.#placed, frame);
    const [first, second] = layers;
    const target = this.#target;
    if (first) await this.#drawLayer(first, target);
    else fillPlanes(target, [blackLight, noColour, noColour]);
    if (second && mix) {
      await this.#drawLayer(second, this.#coming);
      const combine = mix.kind === "fade" ? mixPlanes : wipePlanes;
      combine(target, this.#coming, mix.share);
    }
    if (black > 0) darkenPlanes(target, black);
    const overlay = await this.#findCaption(frame);
    if (overlay) layOver(target, overlay);
    return target;
  }

  close(): void {
    for (const painter of this.#painters.values()) painter.close();
    this.#painters.clear();
  }

  async #drawLayer({ placed, frame }: { placed: PlacedShot; frame: number }, target: Planes): Promise<void> {
    let painter = this.#painters.get(placed.index);
    if (!painter) {
      painter = await openShot(placed.shot, frame, { order: this.#order, size: this.#size });
      this.#painters.set(placed.index, painter);
    }
    await painter.draw(frame, target);
  }

  #closeEnded(frame: number): void {
    for (const [index, painter] of this.#painters) {
      if (this.#placed[index]!.end > frame) continue;
      painter.close();
      this.#painters.delete(index);
    }
  }

  async #findCaption(frame: number): Promise<Overlay | null> {
    const { film, burnsCaptions } = this.#order;
    const shown = burnsCaptions ? findCaption(film, frame) : undefined;
    if (!shown) return null;
    if (this.#caption?.id !== shown.id) {
      const overlay = await drawCaption(shown.text, film.captionStyle, this.#size);
      this.#caption = { id: shown.id, overlay };
    }
    return this.#caption.overlay;
  }
}
