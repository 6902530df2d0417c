/** The part of HTMLAudioElement that the player uses, driven by the test. */
export class FakeAudio extends EventTarget {
  readonly HAVE_FUTURE_DATA = 3;
  preload = "";
  volume = 1;
  muted = false;
  playbackRate = 1;
  defaultPlaybackRate = 1;
  preservesPitch = false;
  duration = NaN;
  readyState = 0;
  paused = true;
  ended = false;
  error: MediaError | null = null;
  /** Every address loaded, in order. */
  readonly loaded: string[] = [];
  /** The next `play()` is refused, as browsers do before the first press. */
  refusesToPlay = false;
  #src = "";
  #currentTime = 0;

  get src(): string {
    return this.#src;
  }
  set src(address: string) {
    this.#src = address;
    this.loaded.push(address);
    this.#reset();
  }

  get currentTime(): number {
    return this.#currentTime;
  }
  set currentTime(seconds: number) {
    this.#currentTime = seconds;
    this.ended = false;
    this.#fire("seeking", "timeupdate", "seeked");
  }

  play(): Promise<void> {
    if (this.refusesToPlay) return Promise.reject(new DOMException("press first", "NotAllowedError"));
    this.paused = false;
    this.ended = false;
    this.#fire("play");
    return Promise.resolve();
  }

  pause(): void {
    if (this.paused) return;
    this.paused = true;
    this.#fire("pause");
  }

  load(): void {
    this.#reset();
  }

  removeAttribute(name: string): void {
    if (name === "src") this.#src = "";
  }

  /** Simulates a loaded source. */
  arrive(durationSeconds: number): void {
    this.duration = durationSeconds;
    this.readyState = 4;
    this.#fire("durationchange", "loadedmetadata", "canplay");
    if (!this.paused) this.#fire("playing");
  }

  /** Simulates playback up to a position. */
  playTo(seconds: number): void {
    this.#currentTime = seconds;
    this.#fire("timeupdate");
  }

  runDry(): void {
    this.readyState = 2;
    this.#fire("waiting");
  }

  end(): void {
    this.#currentTime = this.duration;
    this.ended = true;
    this.paused = true;
    this.#fire("timeupdate", "pause", "ended");
  }

  failWith(code: 2 | 3 | 4): void {
    this.error = {
      code,
      message: "",
      MEDIA_ERR_ABORTED: 1,
      MEDIA_ERR_NETWORK: 2,
      MEDIA_ERR_DECODE: 3,
      MEDIA_ERR_SRC_NOT_SUPPORTED: 4,
    };
    this.#fire("error");
  }

  #reset(): void {
    this.paused = true;
    this.ended = false;
    this.error = null;
    this.readyState = 0;
    this.duration = NaN;
    this.#currentTime = 0;
  }

  #fire(...names: string[]): void {
    for (const name of names) this.dispatchEvent(new Event(name));
  }
}
