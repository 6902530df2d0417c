import type { LiveSource, PlayerPorts, PlaybackProblem, PlaybackState, PlaybackTime } from "./player-state";
import type { Track } from "./track";

interface AudioSettings {
  rate: number;
  volume: number;
  muted: boolean;
}

interface AudioDeckEvents {
  onState(state: PlaybackState): void;
  onTime(): void;
  onEnded(): void;
  onProblem(problem: PlaybackProblem): void;
}

interface LoadOptions {
  startSeconds: number;
  play: boolean;
  settings: AudioSettings;
}

const stateEvents = ["play", "playing", "pause", "waiting", "canplay", "seeked"] as const;
const timeEvents = ["timeupdate", "seeking", "durationchange"] as const;

/** The one audio element and its source: a file, or a stream that is fed to it. */
export class AudioDeck {
  readonly #audio: HTMLAudioElement;
  readonly #ports: Pick<PlayerPorts, "attachLive" | "diagnose">;
  readonly #events: AudioDeckEvents;
  #track: Track | null = null;
  #source: LiveSource | null = null;
  /** Identifies the current load, so that late events of the previous one are ignored. */
  #loadNumber = 0;
  /** The position to seek to once enough audio is available. */
  #pendingSeconds: number | null = null;
  #failed = false;

  constructor(
    audio: HTMLAudioElement,
    ports: Pick<PlayerPorts, "attachLive" | "diagnose">,
    events: AudioDeckEvents,
  ) {
    this.#audio = audio;
    this.#ports = ports;
    this.#events = events;
    audio.preload = "auto";
    for (const name of stateEvents) audio.addEventListener(name, () => this.#readState());
    for (const name of timeEvents) audio.addEventListener(name, () => events.onTime());
    audio.addEventListener("loadedmetadata", () => this.#applyPendingSeek());
    audio.addEventListener("ended", () => events.onEnded());
    audio.addEventListener("error", () => void this.#onError());
  }

  /** The source is a stream, even after the stream has ended. */
  get isStreaming(): boolean {
    return this.#source !== null;
  }

  readTime(track: Track): PlaybackTime {
    const seconds = this.#pendingSeconds ?? this.#audio.currentTime;
    if (track.live && this.#source) {
      return { seconds, durationSeconds: Math.max(seconds, this.#source.availableSeconds) };
    }
    const { duration } = this.#audio;
    return {
      seconds,
      durationSeconds: Number.isFinite(duration) ? duration : (track.durationSeconds ?? seconds),
    };
  }

  load(track: Track, { startSeconds, play, settings }: LoadOptions): void {
    const loadNumber = ++this.#loadNumber;
    this.#source?.detach();
    this.#source = null;
    this.#track = track;
    this.#failed = false;
    this.#pendingSeconds = startSeconds > 0 ? startSeconds : null;
    if (track.live) {
      this.#source = this.#attach(track, loadNumber, play);
    } else {
      this.#audio.src = track.url;
    }
    this.apply(settings);
    if (play) this.play();
  }

  play(): void {
    const loadNumber = this.#loadNumber;
    this.#audio.play().catch((error: unknown) => {
      if (loadNumber !== this.#loadNumber || !(error instanceof DOMException)) return;
      // AbortError: paused or replaced before it started. Unplayable sources are reported by an error event.
      if (error.name === "NotAllowedError") this.#events.onProblem("blocked");
    });
  }

  pause(): void {
    this.#audio.pause();
  }

  /** Seeks; returns false if the source must be loaded again for that position. */
  seek(seconds: number): boolean {
    if (this.#source && !this.#source.covers(seconds)) return false;
    if (this.#audio.readyState === 0) {
      this.#pendingSeconds = seconds;
    } else {
      this.#pendingSeconds = null;
      this.#audio.currentTime = seconds;
    }
    return true;
  }

  apply({ rate, volume, muted }: AudioSettings): void {
    // A newly loaded source starts with the default rate.
    this.#audio.defaultPlaybackRate = rate;
    this.#audio.playbackRate = rate;
    this.#audio.preservesPitch = true;
    this.#audio.volume = volume;
    this.#audio.muted = muted;
  }

  /** Stops and releases the source. */
  unload(): void {
    this.#loadNumber += 1;
    this.#source?.detach();
    this.#source = null;
    this.#track = null;
    this.#pendingSeconds = null;
    this.#audio.pause();
    this.#audio.removeAttribute("src");
    this.#audio.load();
  }

  #attach(track: Track, loadNumber: number, play: boolean): LiveSource {
    const whenLoaded =
      <Values extends unknown[]>(act: (...values: Values) => void) =>
      (...values: Values) => {
        if (loadNumber === this.#loadNumber) act(...values);
      };
    return this.#ports.attachLive(this.#audio, track, {
      // Setting a new source pauses the element.
      onAttached: whenLoaded(() => {
        if (play) this.play();
      }),
      onGrown: whenLoaded(() => {
        this.#applyPendingSeek();
        this.#events.onTime();
      }),
      onComplete: whenLoaded(() => this.#applyPendingSeek(true)),
      onProblem: whenLoaded((problem: PlaybackProblem) => this.#fail(problem)),
    });
  }

  #readState(): void {
    const audio = this.#audio;
    if (!this.#track || this.#failed || audio.ended) return;
    if (audio.paused) this.#events.onState("paused");
    else if (audio.readyState >= audio.HAVE_FUTURE_DATA) this.#events.onState("playing");
    else this.#events.onState(audio.currentTime > 0 ? "waiting" : "loading");
  }

  #applyPendingSeek(complete = false): void {
    const wanted = this.#pendingSeconds;
    if (wanted === null || this.#audio.readyState === 0) return;
    const here = this.#source?.availableSeconds;
    if (here !== undefined && here < wanted && !complete) return;
    this.#pendingSeconds = null;
    this.#audio.currentTime = here === undefined ? wanted : Math.min(wanted, here);
  }

  async #onError(): Promise<void> {
    const track = this.#track;
    const { error } = this.#audio;
    if (!track || !error) return;
    const loadNumber = this.#loadNumber;
    if (track.live && error.code === error.MEDIA_ERR_NETWORK) {
      this.#fail("broke-off");
      return;
    }
    const cause = error.code === error.MEDIA_ERR_DECODE ? null : await this.#ports.diagnose(track.url);
    if (loadNumber === this.#loadNumber) this.#fail(cause ?? "undecodable");
  }

  /** A stream that broke off plays what has arrived; every other problem ends playback. */
  #fail(problem: PlaybackProblem): void {
    if (problem !== "broke-off") {
      this.#failed = true;
      this.#events.onState("failed");
    }
    this.#events.onProblem(problem);
  }
}
