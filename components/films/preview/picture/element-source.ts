import { type PictureSource, type ShownPicture, showImage, SourceError } from "./shown-picture";

/** How far a video that plays may be from its time before it is moved. */
const driftSeconds = 0.12;
const toleranceSeconds = 0.001;

/**
 * The pictures of a video by the browser's own player, where it has no decoder for scripts: seeking gives the frame of a time as exactly
 * as the browser does.
 */
export class ElementSource implements PictureSource {
  readonly #secondsOf: (frame: number) => number;
  readonly #video = document.createElement("video");
  readonly #ready: Promise<void>;
  readonly #speed: number;
  #seeking: Promise<void> | undefined;

  constructor(address: string, secondsOf: (frame: number) => number, speed: number) {
    this.#secondsOf = secondsOf;
    this.#speed = speed;
    const video = this.#video;
    Object.assign(video, { muted: true, playsInline: true, preload: "auto", src: address });
    this.#ready = new Promise<void>((resolve, reject) => {
      video.addEventListener("loadeddata", () => resolve(), { once: true });
      video.addEventListener("error", () => reject(new SourceError("unreadable")), { once: true });
    });
    this.#ready.catch(() => undefined);
    video.load();
  }

  async load(frame: number): Promise<void> {
    await this.#ready;
    this.#video.pause();
    // One that is on its way goes elsewhere.
    await this.#seeking;
    await this.#seek(this.#secondsOf(frame));
  }

  take(frame: number): { picture: ShownPicture; isExact: boolean } | null {
    const video = this.#video;
    const drift = video.currentTime - this.#secondsOf(frame);
    if (video.paused) {
      video.playbackRate = this.#speed;
      void video.play().catch(() => undefined);
    }
    if (Math.abs(drift) > driftSeconds) void this.#seek(this.#secondsOf(frame));
    if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return null;
    const picture = showImage(video, video.videoWidth, video.videoHeight);
    return { picture, isExact: Math.abs(drift) <= driftSeconds };
  }

  close(): void {
    this.#video.pause();
    this.#video.removeAttribute("src");
    this.#video.load();
  }

  #seek(seconds: number): Promise<void> {
    this.#seeking ??= new Promise<void>((resolve) => {
      const video = this.#video;
      const wanted = Math.min(seconds, Math.max(0, video.duration - toleranceSeconds));
      if (Math.abs(video.currentTime - wanted) < toleranceSeconds) return resolve();
      video.addEventListener("seeked", () => resolve(), { once: true });
      video.currentTime = wanted;
    }).finally(() => {
      this.#seeking = undefined;
    });
    return this.#seeking;
  }
}
