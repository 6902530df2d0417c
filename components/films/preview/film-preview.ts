import type { DeskState, FilmDesk } from "../desk/film-desk";
import type { MediaFiles } from "./media-files";
import { FilmPicture } from "./picture/film-picture";
import type { SlateWords } from "./picture/shot-view";
import { VideoAddresses } from "./picture/video-addresses";
import { VideoPictures } from "./picture/video-pictures";
import type { PreviewStore } from "./preview-store";
import type { FilmSound } from "./sound/film-sound";
import { listHeardParts } from "./sound/list-heard-parts";

/** How long a picture may take before the preview says that it waits. */
const patienceMs = 350;
/** How long the first picture of a playback may take before the sound starts without it. */
const firstPictureMs = 2_000;
/** The playhead rests: where it was dragged during playback, sound goes on, else what follows is made ready. */
const restMs = 180;
const levelsEveryMs = 60;

/** What was drawn during playback, which measurements read from the canvas, as they do the last frame that was drawn at rest. */
interface PlaybackCount {
  /** Frames of the film that the clock passed. */
  passed: number;
  /** Those that were drawn with all their pictures. */
  drawn: number;
}

interface PreviewParts {
  canvas: HTMLCanvasElement;
  desk: FilmDesk;
  store: PreviewStore;
  words: SlateWords;
}

/** Shows the film of a desk at its playhead, and plays it: the clock of the sound leads, and the picture follows it. */
export class FilmPreview {
  readonly #desk: FilmDesk;
  readonly #store: PreviewStore;
  #files: Promise<MediaFiles> | undefined;
  readonly #videos = new VideoAddresses();
  readonly #pictures = new VideoPictures();
  readonly #picture: FilmPicture;
  readonly #canvas: HTMLCanvasElement;
  readonly #words: SlateWords;
  #sound: FilmSound | undefined;
  #shown: DeskState;
  #isPlaying = false;
  /** Grows with every start, so that an earlier one doesn't go on. */
  #runs = 0;
  #firstFrame = 0;
  /** The frame that playback moved the playhead to. */
  #told = -1;
  #isRefreshing = false;
  #isStale = false;
  #newer = Promise.withResolvers<void>();
  #rested: ReturnType<typeof setTimeout> | undefined;
  #levelsAt = 0;
  readonly #unsubscribe: (() => void)[];
  readonly #controller = new AbortController();
  readonly #count: PlaybackCount = { passed: 0, drawn: 0 };

  constructor({ canvas, desk, store, words }: PreviewParts) {
    this.#desk = desk;
    this.#store = store;
    this.#words = words;
    this.#canvas = canvas;
    this.#shown = desk.read();
    this.#picture = new FilmPicture(canvas, this.#film);
    this.#unsubscribe = [desk.subscribe(() => this.#follow()), store.subscribe(() => this.#applyVolume())];
    this.#refresh();
    if (listHeardParts(this.#shown).length > 0) this.#fetchSound();
    if (this.#shown.isPlaying) void this.#play();
  }

  close(): void {
    this.#runs += 1;
    this.#controller.abort();
    clearTimeout(this.#rested);
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    this.#newer.resolve();
    this.#picture.close();
    void this.#sound?.close();
    this.#files?.then(
      (files) => files.close(),
      () => undefined,
    );
  }

  /** The code that reads media files loads with the first one. */
  readonly #openFiles = (): Promise<MediaFiles> => {
    this.#files ??= import("./media-files").then(({ MediaFiles }) => new MediaFiles());
    // The next one tries again.
    this.#files.catch(() => (this.#files = undefined));
    return this.#files;
  };

  /** So that the first press of Play doesn't wait for code. What fails is told there. */
  #fetchSound(): void {
    import("./sound/film-sound").catch(() => undefined);
  }

  async #openSound(): Promise<FilmSound> {
    const [{ FilmSound }, files] = await Promise.all([import("./sound/film-sound"), this.#openFiles()]);
    return new FilmSound(files);
  }

  get #film() {
    const { document, items, missing } = this.#shown;
    return {
      ...{ document, items, missing, placed: this.#desk.placed },
      ...{ openFiles: this.#openFiles, pictures: this.#pictures, words: this.#words },
      findVideo: this.#videos.find,
    };
  }

  #follow(): void {
    const before = this.#shown;
    const now = this.#desk.read();
    this.#shown = now;
    const isOther =
      now.document !== before.document || now.items !== before.items || now.missing !== before.missing;
    if (isOther) {
      this.#picture.change(this.#film);
      if (this.#isPlaying) this.#sound?.setParts(listHeardParts(this.#shown));
    }
    if (now.isPlaying !== this.#isPlaying) {
      if (now.isPlaying) void this.#play();
      else this.#pause();
    } else if (now.isPlaying && now.frame !== this.#told) this.#jump();
    if (!this.#isPlaying && (isOther || now.frame !== before.frame)) this.#refresh();
  }

  /** Draws the frame at the playhead once it is at hand; where the playhead moves on meanwhile, the newer one. */
  #refresh(): void {
    this.#isStale = true;
    clearTimeout(this.#rested);
    this.#newer.resolve();
    if (this.#isRefreshing) return;
    this.#isRefreshing = true;
    void this.#drawNewest()
      .catch((error: unknown) => {
        if (navigator.onLine) throw error;
        // Drawn once the network is back.
        addEventListener("online", () => this.#refresh(), { once: true, signal: this.#controller.signal });
      })
      .finally(() => {
        this.#isRefreshing = false;
      });
  }

  async #drawNewest(): Promise<void> {
    const patience = setTimeout(() => this.#store.set({ isWaiting: true }), patienceMs);
    try {
      while (this.#isStale && !this.#controller.signal.aborted) {
        this.#isStale = false;
        this.#newer = Promise.withResolvers();
        const { frame } = this.#shown;
        await Promise.race([this.#picture.load(frame, "rest"), this.#newer.promise]);
        if (this.#controller.signal.aborted || this.#isPlaying) return;
        // What is there of a frame that was passed shows where the playhead goes.
        if (frame !== this.#shown.frame && this.#isStale) continue;
        this.#picture.draw(frame);
        this.#canvas.dataset["frame"] = String(frame);
        if (this.#isStale) continue;
        this.#onRest(() => {
          // Whoever needs them is told what fails.
          this.#picture.load(frame, "playback").catch(() => undefined);
          this.#fetchSound();
        });
      }
    } finally {
      clearTimeout(patience);
      this.#store.set({ isWaiting: false });
    }
  }

  async #play(): Promise<void> {
    const run = (this.#runs += 1);
    this.#isPlaying = true;
    clearTimeout(this.#rested);
    const { frameRate } = this.#shown.document;
    let { frame } = this.#shown;
    if (frame >= this.#desk.frames - 1) frame = 0;
    this.#told = frame;
    this.#desk.seek(frame);
    if (this.#sound === undefined) {
      const opened = await this.#openSound().catch(() => null);
      if (run !== this.#runs) return void opened?.close();
      if (!opened) {
        this.#desk.setPlaying(false);
        this.#store.set({ hasFailed: true });
        return;
      }
      this.#sound = opened;
      this.#applyVolume();
    }
    this.#sound.setParts(listHeardParts(this.#shown));
    this.#store.set({ isWaiting: false });
    const patience = setTimeout(() => this.#store.set({ isWaiting: true }), patienceMs);
    const limit = new Promise<void>((resolve) => setTimeout(resolve, firstPictureMs));
    await Promise.race([this.#picture.load(frame, "playback"), limit]);
    clearTimeout(patience);
    if (run !== this.#runs) return;
    this.#store.set({ isWaiting: false });
    await this.#sound.play(frame / frameRate);
    if (run !== this.#runs) return;
    this.#firstFrame = frame;
    this.#picture.draw(frame, { isPlaying: true });
    this.#tickLater(run);
  }

  #pause(): void {
    this.#runs += 1;
    this.#isPlaying = false;
    clearTimeout(this.#rested);
    this.#sound?.stop();
    this.#canvas.dataset["passed"] = String(this.#count.passed);
    this.#canvas.dataset["drawn"] = String(this.#count.drawn);
    this.#store.set({ isWaiting: false });
    this.#store.tellLevels({ peaksDb: [-Infinity, -Infinity], loudnessLufs: null });
    this.#refresh();
  }

  /** The playhead was moved during playback. */
  #jump(): void {
    this.#runs += 1;
    this.#told = this.#shown.frame;
    this.#sound?.stop();
    this.#onRest(() => void (this.#isPlaying && this.#play()));
    const run = this.#runs;
    const { frame } = this.#shown;
    void this.#picture.load(frame, "rest").then(() => run === this.#runs && this.#picture.draw(frame));
  }

  #onRest(go: () => void): void {
    clearTimeout(this.#rested);
    this.#rested = setTimeout(go, restMs);
  }

  #tickLater(run: number): void {
    requestAnimationFrame(() => {
      if (run === this.#runs) this.#tick(run);
    });
  }

  #tick(run: number): void {
    const seconds = this.#sound?.seconds ?? null;
    if (seconds === null) return;
    const frames = this.#desk.frames;
    const due = Math.floor(seconds * this.#shown.document.frameRate + 1e-6);
    const frame = Math.max(this.#firstFrame, due);
    if (frame >= frames) return this.#end();
    if (frame !== this.#told || frame === this.#firstFrame) this.#show(frame);
    this.#tellLevels();
    this.#tickLater(run);
  }

  #show(frame: number): void {
    const isNew = frame !== this.#told;
    this.#picture.arrange(frame);
    const isWhole = this.#picture.draw(frame, { isPlaying: true });
    if (!isNew) return;
    this.#count.passed += frame - this.#told;
    if (isWhole) this.#count.drawn += 1;
    this.#told = frame;
    this.#desk.seek(frame);
  }

  #end(): void {
    if (this.#store.read().isLooping) {
      this.#told = 0;
      this.#desk.seek(0);
      void this.#play();
      return;
    }
    this.#told = this.#desk.frames - 1;
    this.#desk.seek(this.#told);
    this.#desk.setPlaying(false);
  }

  #applyVolume(): void {
    const { volume, isMuted } = this.#store.read();
    // By ear: half of the slider is a quarter of the level.
    this.#sound?.setVolume(isMuted ? 0 : volume ** 2);
  }

  #tellLevels(): void {
    const now = performance.now();
    if (!this.#sound || !this.#store.wantsLevels || now - this.#levelsAt < levelsEveryMs) return;
    this.#levelsAt = now;
    this.#store.tellLevels(this.#sound.meter.read());
  }
}
