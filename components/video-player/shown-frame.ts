/** As much of a video element as tells which frame it shows. */
export type FrameTeller = Pick<HTMLVideoElement, "seeking" | "currentTime" | "addEventListener"> &
  Partial<Pick<HTMLVideoElement, "requestVideoFrameCallback" | "cancelVideoFrameCallback">>;

/**
 * Which frame a video element really shows, by the frame's own time. A frame rate tells it of videos whose frames are
 * evenly spaced only.
 */
export class ShownFrame {
  #element: FrameTeller | null = null;
  #seconds: number | null = null;
  /** Where the element stood when that frame was presented. */
  #presentedAt = 0;

  /** Null where the browser does not tell it, while nothing is shown, and on the way to another place. */
  readonly getSeconds = (): number | null =>
    this.#element === null || this.#element.seeking ? null : this.#seconds;

  /** Call it when the element is there. What it gives back lets go of it. */
  follow(element: FrameTeller): () => void {
    const controller = new AbortController();
    const { signal } = controller;
    const forget = () => (this.#seconds = null);
    // The frame of another place may be presented before the event says that it is on its way there.
    const forgetOthers = () => this.#presentedAt !== element.currentTime && forget();
    this.#element = element;
    element.addEventListener("seeking", forgetOthers, { signal });
    element.addEventListener("emptied", forget, { signal });
    let handle: number | undefined;
    const listen = () => {
      handle = element.requestVideoFrameCallback?.((_now, { mediaTime }) => {
        this.#seconds = mediaTime;
        this.#presentedAt = element.currentTime;
        listen();
      });
    };
    listen();
    return () => {
      controller.abort();
      if (handle !== undefined) element.cancelVideoFrameCallback?.(handle);
      this.#element = null;
      this.#seconds = null;
    };
  }
}
