/** The part of HTMLVideoElement that a deck uses, driven by the test. */
export class FakeVideo extends EventTarget {
  readonly HAVE_CURRENT_DATA = 2;
  readonly HAVE_FUTURE_DATA = 3;
  volume = 1;
  muted = false;
  loop = false;
  playbackRate = 1;
  defaultPlaybackRate = 1;
  duration = Number.NaN;
  readyState = 0;
  paused = true;
  ended = false;
  seeking = false;
  error: { code: number; MEDIA_ERR_ABORTED: 1; MEDIA_ERR_NETWORK: 2 } | null = null;
  played = { length: 0 };
  buffered = { length: 0, start: () => 0, end: () => 0 };
  /** How often `load()` was called. */
  loads = 0;
  /** Every position sought. */
  readonly seekedSeconds: number[] = [];
  #currentTime = 0;

  get currentTime(): number {
    return this.#currentTime;
  }
  set currentTime(seconds: number) {
    this.#currentTime = seconds;
    this.seekedSeconds.push(seconds);
    this.ended = false;
    if (this.readyState > 0) {
      this.seeking = true;
      this.#fire("seeking");
    }
  }

  get element(): HTMLVideoElement {
    // The fake has the members that a deck uses.
    return this as EventTarget as HTMLVideoElement;
  }

  play(): Promise<void> {
    this.paused = false;
    if (this.ended) this.#currentTime = 0;
    this.ended = false;
    this.#fire("play");
    if (this.readyState >= this.HAVE_FUTURE_DATA) this.#fire("playing");
    return Promise.resolve();
  }

  pause(): void {
    if (this.paused) return;
    this.paused = true;
    this.#fire("pause");
  }

  load(): void {
    this.loads += 1;
    this.error = null;
    this.readyState = 0;
    this.#currentTime = 0;
  }

  /** Simulates a loaded source. */
  arrive(durationSeconds: number): void {
    this.duration = durationSeconds;
    this.readyState = 4;
    this.#fire("loadedmetadata");
    this.#fire("canplay");
    if (!this.paused) this.#fire("playing");
  }

  /** Simulates the end of a seek. */
  settle(): void {
    this.seeking = false;
    this.#fire("seeked");
  }

  /** Simulates playback up to a position. */
  playTo(seconds: number): void {
    this.#currentTime = seconds;
    this.played = { length: 1 };
    this.#fire("timeupdate");
  }

  end(): void {
    this.#currentTime = this.duration;
    this.ended = true;
    this.paused = true;
    this.#fire("ended");
  }

  runDry(): void {
    this.readyState = 2;
    this.played = { length: 1 };
    this.#fire("waiting");
  }

  fail(code: number): void {
    this.error = { code, MEDIA_ERR_ABORTED: 1, MEDIA_ERR_NETWORK: 2 };
    this.#fire("error");
  }

  #fire(name: string): void {
    this.dispatchEvent(new Event(name));
  }
}
