import { flushSync } from "react-dom";
import type { FilmDesk } from "../desk/film-desk";
import { toMs } from "@/lib/films/lay-out-film";
import { SharedValue } from "./shared-value";
import type { SoundMoments } from "./sounds/sound-moments";
import {
  clamp,
  differBy,
  findSight,
  fitScale,
  largestScale,
  originPx,
  pxToMs,
  scrollFor,
  toPx,
  type Sight,
} from "./time-scale";

/** The column of the heads of the tracks, which stays while the lanes scroll. */
export const headPx = 120;
/** Behind the end of a film that does not fit, so that something can be dropped there. */
const tailPx = 240;
/** What the server assumes: the lanes of a window of 1440 pixels. */
const assumedWidthPx = 1_264;
const edgePx = 36;
/** After edits that change little, the film gets its new scale when none has followed for as long. */
const restMs = 600;

export interface ViewState {
  pxPerSecond: number;
  /** Whether the whole film is shown, also when its length changes. */
  isWhole: boolean;
  /** What is in sight of the lanes, in their pixels. */
  sight: Sight;
  /** The width of the window on the lanes. */
  widthPx: number;
  isSnapping: boolean;
}

/** Which part of the film the timeline shows, and how large. Outside of React, as the desk's state. */
export class TimelineView {
  readonly #desk: FilmDesk;
  readonly #state: SharedValue<ViewState>;
  /** Where what is moved has snapped to, in milliseconds of the film. */
  readonly guide = new SharedValue<number | null>(null);
  readonly sounds: SoundMoments;
  #scroller: HTMLElement | null = null;
  /** While something is dragged, the scale stays: it would move away from the pointer. */
  #isHeld = false;
  #rest: ReturnType<typeof setTimeout> | undefined;

  constructor(desk: FilmDesk, sounds: SoundMoments) {
    this.#desk = desk;
    this.sounds = sounds;
    const pxPerSecond = fitScale(this.filmMs, assumedWidthPx);
    this.#state = new SharedValue<ViewState>({
      pxPerSecond,
      isWhole: true,
      sight: findSight(0, assumedWidthPx),
      widthPx: assumedWidthPx,
      isSnapping: true,
    });
  }

  get shared(): SharedValue<ViewState> {
    return this.#state;
  }

  get state(): ViewState {
    return this.#state.read();
  }

  get filmMs(): number {
    return toMs(this.#desk.frames, this.#desk.read().document.frameRate);
  }

  /** The least and the greatest scale of the film. */
  get range(): { least: number; most: number } {
    const least = fitScale(this.filmMs, this.state.widthPx);
    return { least, most: Math.max(least, largestScale(this.filmMs, this.#desk.read().document.frameRate)) };
  }

  /** The width of all lanes at the present scale. */
  get lanePx(): number {
    const { pxPerSecond, widthPx, isWhole } = this.state;
    const film = originPx + toPx(this.filmMs, pxPerSecond);
    return Math.max(widthPx, isWhole ? 0 : film + tailPx);
  }

  /** Watches the element that scrolls. @returns ends it */
  attach(scroller: HTMLElement): () => void {
    this.#scroller = scroller;
    const controller = new AbortController();
    scroller.addEventListener("scroll", () => this.#look(), { passive: true, signal: controller.signal });
    // Wheels scroll down by default, so zooming has to prevent that.
    scroller.addEventListener("wheel", (event) => this.#turnWheel(event), {
      passive: false,
      signal: controller.signal,
    });
    const sizes = new ResizeObserver(() => this.#measure());
    sizes.observe(scroller);
    let { document } = this.#desk.read();
    const unsubscribe = this.#desk.subscribe(() => {
      if (document === this.#desk.read().document) return;
      document = this.#desk.read().document;
      this.#refit();
    });
    this.#measure();
    return () => {
      controller.abort();
      clearTimeout(this.#rest);
      sizes.disconnect();
      unsubscribe();
      this.#scroller = null;
    };
  }

  setSnapping(isSnapping: boolean): void {
    this.#set({ isSnapping });
  }

  showWhole(): void {
    this.#scale(this.range.least, { ms: 0, atPx: originPx });
  }

  /** Shows the film larger or smaller, around the playhead where it is in sight, else around the middle. */
  zoomBy(factor: number): void {
    this.#scale(this.state.pxPerSecond * factor, this.#findAnchor());
  }

  setScale(pxPerSecond: number): void {
    this.#scale(pxPerSecond, this.#findAnchor());
  }

  /** The moment of the film below the pointer, which may be before its beginning. */
  msAt(clientX: number): number {
    return pxToMs(this.#lanePxAt(clientX) - originPx, this.state.pxPerSecond);
  }

  /** Scrolls as little as is needed to show a moment, or by a window's width when the film plays there. */
  reveal(ms: number, { byPage = false } = {}): void {
    const scroller = this.#scroller;
    if (!scroller) return;
    const at = originPx + toPx(ms, this.state.pxPerSecond);
    const { widthPx } = this.state;
    const left = scroller.scrollLeft;
    const margin = Math.min(edgePx, widthPx / 4);
    if (at >= left + (byPage ? 0 : originPx) && at <= left + widthPx - (byPage ? 1 : margin)) return;
    if (byPage || at < left) scroller.scrollLeft = Math.max(0, at - margin);
    else scroller.scrollLeft = at - widthPx + margin;
    this.#look();
  }

  /** Keeps the scale while something is dragged. @returns ends it */
  hold(): () => void {
    this.#isHeld = true;
    return () => {
      this.#isHeld = false;
      this.guide.set(null);
      this.#refit();
    };
  }

  /** Draws the lanes so many pixels aside, while the start of a shot is dragged. */
  shiftLanes(px: number): void {
    if (px === 0) this.#scroller?.style.removeProperty("--lane-shift");
    else this.#scroller?.style.setProperty("--lane-shift", `translateX(${px}px)`);
  }

  /** Scrolls on while the pointer is at an edge. Returns whether it did. */
  scrollAtEdge(clientX: number): boolean {
    const scroller = this.#scroller;
    if (!scroller) return false;
    const at = clientX - scroller.getBoundingClientRect().left - headPx;
    const beyond = at < edgePx ? at - edgePx : Math.max(0, at - (this.state.widthPx - edgePx));
    if (beyond === 0) return false;
    const before = scroller.scrollLeft;
    scroller.scrollLeft += Math.sign(beyond) * Math.min(40, Math.abs(beyond) / 2);
    this.#look();
    return scroller.scrollLeft !== before;
  }

  #lanePxAt(clientX: number): number {
    const scroller = this.#scroller;
    if (!scroller) return 0;
    return clientX - scroller.getBoundingClientRect().left - headPx + scroller.scrollLeft;
  }

  #findAnchor(): { ms: number; atPx: number } {
    const { pxPerSecond, widthPx } = this.state;
    const scroll = this.#scroller?.scrollLeft ?? 0;
    const { frame, document } = this.#desk.read();
    const playheadMs = toMs(frame, document.frameRate);
    const at = originPx + toPx(playheadMs, pxPerSecond) - scroll;
    if (at >= 0 && at <= widthPx) return { ms: playheadMs, atPx: at };
    return { ms: pxToMs(scroll + widthPx / 2 - originPx, pxPerSecond), atPx: widthPx / 2 };
  }

  #turnWheel(event: WheelEvent): void {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const atPx = this.#lanePxAt(event.clientX) - (this.#scroller?.scrollLeft ?? 0);
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 30 : 1;
    this.#scale(this.state.pxPerSecond * Math.exp((-event.deltaY * lines) / 400), {
      ms: Math.max(0, this.msAt(event.clientX)),
      atPx,
    });
  }

  #scale(wanted: number, { ms, atPx }: { ms: number; atPx: number }): void {
    const { least, most } = this.range;
    const pxPerSecond = clamp(wanted, least, most);
    const isWhole = pxPerSecond <= least;
    const scroll = isWhole ? 0 : scrollFor(ms, atPx, pxPerSecond);
    const { widthPx } = this.state;
    // The lanes get their new width before they are scrolled within it.
    flushSync(() => this.#set({ pxPerSecond, isWhole, sight: findSight(scroll, widthPx) }));
    if (!this.#scroller) return;
    this.#scroller.scrollLeft = scroll;
    this.#look();
  }

  #measure(): void {
    if (!this.#scroller) return;
    const widthPx = this.#scroller.clientWidth - headPx;
    // Hidden on narrow windows.
    if (widthPx <= 0 || widthPx === this.state.widthPx) return;
    this.#set({ widthPx });
    this.#refit();
    this.#look();
  }

  /**
   * Follows the length of the film and the width of the window. As long as the end stays within the margin, only when edits rest: trims by a
   * frame follow each other fast, and each scale draws every clip anew. A trim by a frame may change less than a pixel.
   */
  #refit({ isResting = false } = {}): void {
    clearTimeout(this.#rest);
    if (this.#isHeld) return;
    const { pxPerSecond, isWhole, widthPx } = this.state;
    const { least, most } = this.range;
    const fitting = isWhole ? least : clamp(pxPerSecond, least, most);
    const byPx = differBy(fitting, pxPerSecond, widthPx);
    if (byPx < 1) return;
    if (byPx < originPx && !isResting) {
      this.#rest = setTimeout(() => this.#refit({ isResting: true }), restMs);
      return;
    }
    this.#set({ pxPerSecond: fitting, isWhole: fitting <= least });
    this.#look();
  }

  #look(): void {
    if (!this.#scroller) return;
    const sight = findSight(this.#scroller.scrollLeft, this.state.widthPx);
    const before = this.state.sight;
    if (sight.fromPx !== before.fromPx || sight.toPx !== before.toPx) this.#set({ sight });
  }

  #set(changes: Partial<ViewState>): void {
    this.#state.set({ ...this.state, ...changes });
  }
}
