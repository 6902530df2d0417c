import { delay } from "../delay";
import { type PictureSource, type ShownPicture, showImage, SourceError } from "./shown-picture";

/** How far a video that plays may be from its time before it is moved. */
const driftSeconds = 0.12;
const toleranceSeconds = 0.001;
/** How long to wait for a frame that the player has but a canvas can't draw yet. */
const maxFrameMs = 500;

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
  #loaded: number | undefined;

  constructor(address: string, secondsOf: (frame: number) => number, speed: number) {
    this.#secondsOf = secondsOf;
    this.#speed = speed;
    const video = this.#video;
    Object.assign(video, { muted: true, playsInline: true, preload: "auto", src: address });
    this.#ready = new Promise<void>((resolve, reject) => {
      const first = nextFrame(video);
      video.addEventListener(
        "loadeddata",
        () => void Promise.race([first, delay(maxFrameMs)]).then(() => resolve()),
        { once: true },
      );
      video.addEventListener("error", () => reject(new SourceError("unreadable")), { once: true });
    });
    this.#ready.catch(() => undefined);
    video.load();
  }

  async load(frame: number): Promise<void> {
    this.#loaded = frame;
    await this.#ready;
    this.#video.pause();
    // A running seek has another target. Of all that wait for it, only the newest is sought.
    while (this.#seeking) await this.#seeking;
    await this.#seek(this.#secondsOf(this.#loaded));
  }

  take(frame: number): { picture: ShownPicture; isExact: boolean } | null {
    const video = this.#video;
    if (video.readyState < HTMLMediaElement.HAVE_METADATA) return null;
    const drift = video.currentTime - this.#secondsOf(frame);
    // A frame that was loaded stands still until another one is wanted.
    if (video.paused && frame !== this.#loaded) {
      video.playbackRate = this.#speed;
      void video.play().catch(() => undefined);
    }
    // Whoever loads the next frame gets the error.
    if (Math.abs(drift) > driftSeconds) this.#seek(this.#secondsOf(frame)).catch(() => undefined);
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
    this.#seeking ??= new Promise<void>((resolve, reject) => {
      const video = this.#video;
      const wanted = Math.min(seconds, Math.max(0, video.duration - toleranceSeconds));
      if (Math.abs(video.currentTime - wanted) < toleranceSeconds) return resolve();
      video.addEventListener("seeking", () => void awaitFrame(video, wanted).then(resolve, reject), {
        once: true,
      });
      video.currentTime = wanted;
    }).finally(() => {
      this.#seeking = undefined;
    });
    return this.#seeking;
  }
}

/** The time of the next frame that a canvas can draw, which in Chromium may come later than the player says that it is there. */
function nextFrame(video: HTMLVideoElement): Promise<number> {
  return new Promise((resolve) => {
    if ("requestVideoFrameCallback" in video)
      video.requestVideoFrameCallback((_now, { mediaTime }) => resolve(mediaTime));
    else resolve(-Infinity);
  });
}

/** Waits until a canvas can draw the frame of a time that is being sought. @throws SourceError unreadable */
async function awaitFrame(video: HTMLVideoElement, seconds: number): Promise<void> {
  const limit = delay(maxFrameMs).then(() => -Infinity);
  while ((await Promise.race([nextFrame(video), limit])) > seconds + toleranceSeconds);
  // Closed meanwhile, it has no source.
  while (video.seeking && video.hasAttribute("src") && !video.error)
    await new Promise<void>((resolve) => {
      for (const name of ["seeked", "emptied", "error"])
        video.addEventListener(name, () => resolve(), { once: true });
    });
  if (video.error) throw new SourceError("unreadable");
}
