import type { FilmDocument } from "@/lib/films/film-document";
import { findCaption, findFrame, type PlacedShot } from "@/lib/films/lay-out-film";
import { findFilmSize } from "@/lib/films/render/film-size";
import { drawCaption, loadFonts } from "./film-words";
import { FramePainter, type Layer } from "./frame-painter";
import { ShotView, type ViewedFilm } from "./shot-view";
import type { LoadPurpose } from "./shown-picture";

/** The film as it is drawn. */
export interface DrawnFilm extends Omit<ViewedFilm, "size" | "frameRate"> {
  document: FilmDocument;
  placed: readonly PlacedShot[];
}

/** How long before its first frame a shot is opened. */
const openAheadSeconds = 2.5;

/**
 * Draws the frames of a film to a canvas. Open are the shots that are seen and the one that comes next, so that a film of 200 shots needs
 * no more memory than one of three.
 */
export class FilmPicture {
  readonly #canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D;
  readonly #views = new Map<string, { key: string; view: ShotView }>();
  #film: DrawnFilm;
  #size: { width: number; height: number };
  #painter: FramePainter;
  readonly #sizes: ResizeObserver;
  /** How wide the canvas is on the screen, in its pixels. */
  #shownPx = Infinity;
  #caption: { key: string; canvas: OffscreenCanvas } | undefined;

  constructor(canvas: HTMLCanvasElement, film: DrawnFilm) {
    this.#canvas = canvas;
    this.#context = canvas.getContext("2d", { alpha: false })!;
    this.#film = film;
    this.#size = findFilmSize(film.document.aspect, "720p");
    this.#painter = new FramePainter(this.#size);
    Object.assign(canvas, this.#size);
    this.#sizes = new ResizeObserver(() => {
      this.#shownPx = canvas.clientWidth * devicePixelRatio;
    });
    this.#sizes.observe(canvas);
  }

  /** Takes over what has changed of a film. */
  change(film: DrawnFilm): void {
    const { aspect } = film.document;
    const isOtherSize = aspect !== this.#film.document.aspect;
    this.#film = film;
    if (!isOtherSize) return;
    this.#closeAll();
    this.#size = findFilmSize(aspect, "720p");
    this.#painter = new FramePainter(this.#size);
  }

  /** Opens what a frame needs and, for playback, what comes next, and closes the rest. */
  arrange(frame: number, purpose: LoadPurpose = "playback"): void {
    const { placed, document } = this.#film;
    const shown = findFrame(placed, frame).layers.map((layer) => layer.placed);
    const last = shown.at(-1);
    const next = last && placed[last.index + 1];
    const isSoon = next && next.start - frame < openAheadSeconds * document.frameRate;
    const wanted = new Set(shown.map(({ shot }) => shot.id));
    if (isSoon) wanted.add(next.shot.id);
    for (const [id, { view }] of this.#views) {
      if (wanted.has(id)) continue;
      view.close();
      this.#views.delete(id);
    }
    for (const { shot } of shown) this.#open(shot);
    if (isSoon && purpose === "playback" && !this.#views.has(next.shot.id)) {
      // Whoever shows it is told.
      this.#open(next.shot)
        .load(0, "playback")
        .catch(() => undefined);
    }
  }

  /** Waits until all of a frame is at hand. */
  async load(frame: number, purpose: LoadPurpose): Promise<void> {
    this.arrange(frame, purpose);
    const { layers } = findFrame(this.#film.placed, frame);
    try {
      await Promise.all([
        ...layers.map((layer) => this.#open(layer.placed.shot).load(layer.frame, purpose)),
        this.#loadCaption(frame),
      ]);
    } catch (error) {
      // What couldn't be fetched is opened anew by whoever asks next.
      for (const { placed } of layers) {
        this.#views.get(placed.shot.id)?.view.close();
        this.#views.delete(placed.shot.id);
      }
      throw error;
    }
  }

  /**
   * Draws a frame as far as it is at hand; whether all of it was. Where nothing is, the frame before stays. While the film plays, as large
   * as it is shown; at rest, as large as the film.
   */
  draw(frame: number, { isPlaying = false } = {}): boolean {
    const content = findFrame(this.#film.placed, frame);
    const taken = content.layers.map((layer) => this.#open(layer.placed.shot).take(layer.frame));
    const layers: Layer[] = [];
    for (const one of taken) {
      if (!one) return false;
      layers.push(one.layer);
    }
    this.#fitCanvas(isPlaying ? Math.min(1, this.#shownPx / this.#size.width) : 1);
    const caption = this.#findCaption(frame);
    this.#painter.paint(this.#context, content, layers, caption ?? null);
    this.#canvas.dataset["frame"] = String(frame);
    return caption !== undefined && taken.every((one) => one!.isExact);
  }

  close(): void {
    this.#sizes.disconnect();
    this.#closeAll();
  }

  #closeAll(): void {
    for (const { view } of this.#views.values()) view.close();
    this.#views.clear();
    this.#caption = undefined;
  }

  /** Empties the canvas where its size changes, so it is drawn right after. */
  #fitCanvas(scale: number): void {
    const width = Math.round(this.#size.width * scale);
    const height = Math.round(this.#size.height * scale);
    if (this.#canvas.width === width && this.#canvas.height === height) return;
    Object.assign(this.#canvas, { width, height });
  }

  #open(shot: PlacedShot["shot"]): ShotView {
    const { document, items, missing } = this.#film;
    const key = ShotView.keyOf(shot, { items, missing });
    const known = this.#views.get(shot.id);
    if (known?.key === key) {
      known.view.change(shot, document.frameRate);
      return known.view;
    }
    known?.view.close();
    const view = new ShotView(shot, { ...this.#film, frameRate: document.frameRate, size: this.#size });
    this.#views.set(shot.id, { key, view });
    return view;
  }

  async #loadCaption(frame: number): Promise<void> {
    const shown = findCaption(this.#film.document, frame);
    if (!shown || shown.text === "") return;
    await loadFonts(shown.text);
    this.#drawCaption(shown.text);
  }

  /** The caption of a frame, null for none; undefined where its fonts aren't there yet. */
  #findCaption(frame: number): OffscreenCanvas | null | undefined {
    const shown = findCaption(this.#film.document, frame);
    if (!shown || shown.text === "") return null;
    if (this.#caption?.key === this.#captionKey(shown.text)) return this.#caption.canvas;
    void this.#loadCaption(frame);
    return undefined;
  }

  #captionKey(text: string): string {
    return JSON.stringify([text, this.#film.document.captionStyle, this.#size]);
  }

  #drawCaption(text: string): void {
    const key = this.#captionKey(text);
    if (this.#caption?.key === key) return;
    const { width, height } = this.#size;
    const canvas = new OffscreenCanvas(width, height);
    drawCaption(canvas.getContext("2d")!, text, this.#film.document.captionStyle, this.#size);
    this.#caption = { key, canvas };
  }
}
