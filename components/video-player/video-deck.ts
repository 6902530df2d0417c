import { pauseForOtherTabs } from "@/components/player/other-tabs";
import { PlaybackStore } from "@/components/player/playback-store";
import {
  isPlaying,
  type PlaybackProblem,
  type PlaybackState,
  type PlayerPreferences,
} from "@/components/player/player-state";
import {
  frameAt,
  momentOfFrame,
  type FrameClock,
  releasePlayback,
  claimPlayback,
  type Pausable,
  type VideoSnapshot,
  type VideoTransport,
} from "./video-transport";

/** What a deck needs of the browser; tests supply their own. */
interface VideoDeckPorts {
  /** Finds out by HTTP why a URL does not play; null if the file is there. */
  diagnose(url: string): Promise<PlaybackProblem | null>;
  readPreferences(): PlayerPreferences;
  writePreferences(preferences: PlayerPreferences): void;
  /** Pauses for other tabs and for the studio's player; false for one of two compared videos. */
  pausesForOthers: boolean;
}

export interface VideoDeckOptions {
  url: string;
  /** The known length before the file has loaded. */
  durationSeconds: number;
  clock: FrameClock | null;
  hasSound: boolean;
}

const stateEvents = ["play", "playing", "pause", "waiting", "canplay", "canplaythrough", "ended"] as const;
const timeEvents = ["timeupdate", "seeking", "seeked", "progress", "loadeddata"] as const;

/** One video element and its state, tracked once the element is attached. */
export class VideoDeck extends PlaybackStore<VideoSnapshot> implements VideoTransport, Pausable {
  readonly clock: FrameClock | null;
  readonly hasSound: boolean;
  readonly #url: string;
  readonly #ports: VideoDeckPorts;
  #element: HTMLVideoElement | null = null;
  #started = false;
  /** The latest position requested while another seek is running. */
  #pendingSeconds: number | null = null;

  constructor({ url, durationSeconds, clock, hasSound }: VideoDeckOptions, ports: VideoDeckPorts) {
    super(
      { state: "idle", problem: null, durationSeconds, loop: false, rate: 1, volume: 1, muted: !hasSound },
      (callback) => requestAnimationFrame(callback),
    );
    this.#url = url;
    this.#ports = ports;
    this.clock = clock;
    this.hasSound = hasSound;
  }

  /** A ref callback for the element; returns its cleanup. */
  readonly attach = (element: HTMLVideoElement): (() => void) => {
    this.#element = element;
    const controller = new AbortController();
    const { signal } = controller;
    for (const name of stateEvents) element.addEventListener(name, () => this.#readState(), { signal });
    for (const name of timeEvents) element.addEventListener(name, () => this.notifyTime(), { signal });
    element.addEventListener("seeked", () => this.#applyPendingSeek(), { signal });
    element.addEventListener("loadedmetadata", () => this.#onMetadata(), { signal });
    element.addEventListener("error", () => void this.#onError(), { signal });
    // Picture in picture and a phone's full screen have their own controls.
    element.addEventListener("ratechange", () => this.#adoptElementSettings(), { signal });
    element.addEventListener("volumechange", () => this.#adoptElementSettings(), { signal });
    if (this.hasSound) this.set(this.#ports.readPreferences());
    this.#apply();
    const stopPausing =
      this.#ports.pausesForOthers && this.hasSound ? pauseForOtherTabs(this.#asAudible()) : null;
    this.#readState();
    // It may have failed before hydration.
    if (element.error) void this.#onError();
    return () => {
      controller.abort();
      stopPausing?.();
      releasePlayback(this);
      element.pause();
      this.#element = null;
    };
  };

  readonly getSeconds = (): number => this.#pendingSeconds ?? this.#element?.currentTime ?? 0;

  readonly listBuffered = (): readonly (readonly [number, number])[] => {
    const ranges = this.#element?.buffered;
    return ranges
      ? Array.from({ length: ranges.length }, (_, index) => [ranges.start(index), ranges.end(index)] as const)
      : [];
  };

  /** Enough data has loaded to play from the current position. */
  get isReady(): boolean {
    const element = this.#element;
    return element !== null && element.readyState >= element.HAVE_FUTURE_DATA && !element.seeking;
  }

  play(): void {
    const { problem } = this.snapshot;
    if (problem && problem !== "blocked") {
      this.retry();
      return;
    }
    if (this.#ports.pausesForOthers) claimPlayback(this);
    this.#started = true;
    this.#element?.play().catch((error: unknown) => {
      // AbortError: paused before it started. Unplayable sources are reported by an error event.
      if (error instanceof DOMException && error.name === "NotAllowedError") {
        this.set({ problem: "blocked", state: "paused" });
      }
    });
  }

  pause(): void {
    this.#element?.pause();
  }

  toggle(): void {
    if (isPlaying(this.snapshot.state)) this.pause();
    else this.play();
  }

  seek(seconds: number): void {
    const { durationSeconds } = this.snapshot;
    this.#pendingSeconds = Math.max(0, durationSeconds > 0 ? Math.min(seconds, durationSeconds) : seconds);
    this.#started = true;
    this.#applyPendingSeek();
    this.#readState();
  }

  stepFrame(by: 1 | -1): void {
    if (!this.clock) return;
    this.pause();
    this.seek(momentOfFrame(frameAt(this.getSeconds(), this.clock) + by, this.clock));
  }

  setRate(rate: number): void {
    this.set({ rate });
    this.#apply();
  }

  /** Changes the actual speed without changing the chosen rate, to keep two videos in step. */
  setTemporaryRate(rate: number): void {
    if (this.#element && this.#element.playbackRate !== rate) this.#element.playbackRate = rate;
  }

  setLoop(loop: boolean): void {
    this.set({ loop });
    this.#apply();
  }

  setVolume(volume: number): void {
    this.set({ volume, muted: false });
    this.#savePreferences();
  }

  setMuted(muted: boolean): void {
    this.set({ muted });
    this.#savePreferences();
  }

  /** Mutes without remembering it: of two compared videos, one is audible. */
  setTemporaryMuted(muted: boolean): void {
    this.set({ muted });
    this.#apply();
  }

  retry(): void {
    const element = this.#element;
    if (!element) return;
    const seconds = this.getSeconds();
    this.set({ problem: null, state: "loading" });
    element.load();
    // Before the file has loaded, this sets the start position.
    if (seconds > 0) element.currentTime = seconds;
    this.play();
  }

  #applyPendingSeek(): void {
    const element = this.#element;
    if (!element || element.seeking || this.#pendingSeconds === null) return;
    element.currentTime = this.#pendingSeconds;
    this.#pendingSeconds = null;
  }

  #onMetadata(): void {
    const duration = this.#element?.duration ?? Number.NaN;
    if (Number.isFinite(duration)) this.set({ durationSeconds: duration });
    this.#apply();
    this.notifyTime();
  }

  #readState(): void {
    const { problem } = this.snapshot;
    if (problem && problem !== "blocked") return;
    const state = this.#deriveState();
    this.set({ state, problem: state === "playing" ? null : problem });
    this.notifyTime();
  }

  #deriveState(): PlaybackState {
    const element = this.#element;
    if (!element || (element.paused && !this.#started)) return "idle";
    if (element.ended) return "ended";
    if (element.paused) return "paused";
    if (element.readyState >= element.HAVE_FUTURE_DATA) return "playing";
    return element.played.length > 0 ? "waiting" : "loading";
  }

  async #onError(): Promise<void> {
    const error = this.#element?.error;
    if (!error || error.code === error.MEDIA_ERR_ABORTED) return;
    const diagnosis = await this.#ports.diagnose(this.#url);
    // Retried meanwhile.
    if (this.#element?.error !== error) return;
    const problem = diagnosis ?? (error.code === error.MEDIA_ERR_NETWORK ? "unreachable" : "undecodable");
    this.set({ state: "failed", problem });
  }

  /** Takes over changes made at the element. */
  #adoptElementSettings(): void {
    const element = this.#element;
    if (!element || !this.#ports.pausesForOthers) return;
    const { playbackRate: rate, volume, muted } = element;
    this.set(this.hasSound ? { rate, volume, muted } : { rate });
  }

  #apply(): void {
    const element = this.#element;
    if (!element) return;
    const { rate, loop, volume, muted } = this.snapshot;
    element.loop = loop;
    element.volume = volume;
    element.muted = muted;
    // A newly loaded source starts with the default rate.
    element.defaultPlaybackRate = rate;
    element.playbackRate = rate;
  }

  #savePreferences(): void {
    const { volume, muted } = this.snapshot;
    this.#ports.writePreferences({ volume, muted });
    this.#apply();
  }

  /** Counts as playing only while audible: a silent video does not pause the player. */
  #asAudible(): Parameters<typeof pauseForOtherTabs>[0] {
    return {
      subscribe: this.subscribe,
      getSnapshot: () => {
        const { state, muted, volume } = this.snapshot;
        return { state: muted || volume === 0 ? "paused" : state };
      },
      pause: () => this.pause(),
    };
  }
}
