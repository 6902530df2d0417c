import { pauseForOtherTabs } from "@/components/player/other-tabs";
import {
  isSounding,
  type PlaybackProblem,
  type PlaybackState,
  type PlayerPreferences,
} from "@/components/player/player-state";
import {
  frameAt,
  momentOfFrame,
  type FrameClock,
  leaveScreen,
  takeScreen,
  type Showing,
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
  joinOthers: boolean;
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
export class VideoDeck implements VideoTransport, Showing {
  readonly clock: FrameClock | null;
  readonly hasSound: boolean;
  readonly #url: string;
  readonly #ports: VideoDeckPorts;
  readonly #listeners = new Set<() => void>();
  readonly #timeListeners = new Set<() => void>();
  #element: HTMLVideoElement | null = null;
  #snapshot: VideoSnapshot;
  #begun = false;
  /** The latest position requested while another seek is running. */
  #wantedSeconds: number | null = null;
  #ticking = false;

  constructor({ url, durationSeconds, clock, hasSound }: VideoDeckOptions, ports: VideoDeckPorts) {
    this.#url = url;
    this.#ports = ports;
    this.clock = clock;
    this.hasSound = hasSound;
    this.#snapshot = {
      state: "idle",
      problem: null,
      durationSeconds,
      loop: false,
      rate: 1,
      volume: 1,
      muted: !hasSound,
    };
  }

  /** A ref callback for the element; returns its cleanup. */
  readonly attach = (element: HTMLVideoElement): (() => void) => {
    this.#element = element;
    const controller = new AbortController();
    const { signal } = controller;
    for (const name of stateEvents) element.addEventListener(name, () => this.#readState(), { signal });
    for (const name of timeEvents) element.addEventListener(name, () => this.#tellTime(), { signal });
    element.addEventListener("seeked", () => this.#goOn(), { signal });
    element.addEventListener("loadedmetadata", () => this.#onMetadata(), { signal });
    element.addEventListener("error", () => void this.#onError(), { signal });
    // Picture in picture and a phone's full screen have their own controls.
    element.addEventListener("ratechange", () => this.#takeUp(), { signal });
    element.addEventListener("volumechange", () => this.#takeUp(), { signal });
    if (this.hasSound) this.#set(this.#ports.readPreferences());
    this.#apply();
    const leaveOthers =
      this.#ports.joinOthers && this.hasSound ? pauseForOtherTabs(this.#asSounding()) : null;
    this.#readState();
    // It may have failed before hydration.
    if (element.error) void this.#onError();
    return () => {
      controller.abort();
      leaveOthers?.();
      leaveScreen(this);
      element.pause();
      this.#element = null;
    };
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly getSnapshot = (): VideoSnapshot => this.#snapshot;

  readonly subscribeTime = (listener: () => void): (() => void) => {
    this.#timeListeners.add(listener);
    this.#runClock();
    return () => this.#timeListeners.delete(listener);
  };

  readonly getSeconds = (): number => this.#wantedSeconds ?? this.#element?.currentTime ?? 0;

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
    const { problem } = this.#snapshot;
    if (problem && problem !== "blocked") {
      this.retry();
      return;
    }
    if (this.#ports.joinOthers) takeScreen(this);
    this.#begun = true;
    this.#element?.play().catch((error: unknown) => {
      // AbortError: paused before it started. Unplayable sources are reported by an error event.
      if (error instanceof DOMException && error.name === "NotAllowedError") {
        this.#set({ problem: "blocked", state: "paused" });
      }
    });
  }

  pause(): void {
    this.#element?.pause();
  }

  toggle(): void {
    if (isSounding(this.#snapshot.state)) this.pause();
    else this.play();
  }

  seek(seconds: number): void {
    const { durationSeconds } = this.#snapshot;
    this.#wantedSeconds = Math.max(0, durationSeconds > 0 ? Math.min(seconds, durationSeconds) : seconds);
    this.#begun = true;
    this.#goOn();
    this.#readState();
  }

  stepFrame(by: 1 | -1): void {
    if (!this.clock) return;
    this.pause();
    this.seek(momentOfFrame(frameAt(this.getSeconds(), this.clock) + by, this.clock));
  }

  setRate(rate: number): void {
    this.#set({ rate });
    this.#apply();
  }

  /** Changes the actual speed without changing the chosen rate, to keep two videos in step. */
  bendRate(rate: number): void {
    if (this.#element && this.#element.playbackRate !== rate) this.#element.playbackRate = rate;
  }

  setLoop(loop: boolean): void {
    this.#set({ loop });
    this.#apply();
  }

  setVolume(volume: number): void {
    this.#set({ volume, muted: false });
    this.#keepPreferences();
  }

  setMuted(muted: boolean): void {
    this.#set({ muted });
    this.#keepPreferences();
  }

  /** Mutes without remembering it: of two compared videos, one is audible. */
  silence(muted: boolean): void {
    this.#set({ muted });
    this.#apply();
  }

  retry(): void {
    const element = this.#element;
    if (!element) return;
    const seconds = this.getSeconds();
    this.#set({ problem: null, state: "loading" });
    element.load();
    // Before the file has loaded, this sets the start position.
    if (seconds > 0) element.currentTime = seconds;
    this.play();
  }

  #goOn(): void {
    const element = this.#element;
    if (!element || element.seeking || this.#wantedSeconds === null) return;
    element.currentTime = this.#wantedSeconds;
    this.#wantedSeconds = null;
  }

  #onMetadata(): void {
    const duration = this.#element?.duration ?? Number.NaN;
    if (Number.isFinite(duration)) this.#set({ durationSeconds: duration });
    this.#apply();
    this.#tellTime();
  }

  #readState(): void {
    const { problem } = this.#snapshot;
    if (problem && problem !== "blocked") return;
    const state = this.#tellState();
    this.#set({ state, problem: state === "playing" ? null : problem });
    this.#tellTime();
  }

  #tellState(): PlaybackState {
    const element = this.#element;
    if (!element || (element.paused && !this.#begun)) return "idle";
    if (element.ended) return "ended";
    if (element.paused) return "paused";
    if (element.readyState >= element.HAVE_FUTURE_DATA) return "playing";
    return element.played.length > 0 ? "waiting" : "loading";
  }

  async #onError(): Promise<void> {
    const error = this.#element?.error;
    if (!error || error.code === error.MEDIA_ERR_ABORTED) return;
    const told = await this.#ports.diagnose(this.#url);
    // Retried meanwhile.
    if (this.#element?.error !== error) return;
    const problem = told ?? (error.code === error.MEDIA_ERR_NETWORK ? "unreachable" : "undecodable");
    this.#set({ state: "failed", problem });
  }

  /** Takes over changes made at the element. */
  #takeUp(): void {
    const element = this.#element;
    if (!element || !this.#ports.joinOthers) return;
    const { playbackRate: rate, volume, muted } = element;
    this.#set(this.hasSound ? { rate, volume, muted } : { rate });
  }

  #apply(): void {
    const element = this.#element;
    if (!element) return;
    const { rate, loop, volume, muted } = this.#snapshot;
    element.loop = loop;
    element.volume = volume;
    element.muted = muted;
    // A newly loaded source starts with the default rate.
    element.defaultPlaybackRate = rate;
    element.playbackRate = rate;
  }

  #keepPreferences(): void {
    const { volume, muted } = this.#snapshot;
    this.#ports.writePreferences({ volume, muted });
    this.#apply();
  }

  /** Counts as playing only while audible: a silent video does not pause the player. */
  #asSounding(): Parameters<typeof pauseForOtherTabs>[0] {
    return {
      subscribe: this.subscribe,
      getSnapshot: () => {
        const { state, muted, volume } = this.#snapshot;
        return { state: muted || volume === 0 ? "paused" : state };
      },
      pause: () => this.pause(),
    };
  }

  #set(patch: Partial<VideoSnapshot>): void {
    const before = this.#snapshot;
    const keys = Object.keys(patch) as (keyof VideoSnapshot)[];
    if (keys.every((key) => patch[key] === before[key])) return;
    this.#snapshot = { ...before, ...patch };
    for (const listener of this.#listeners) listener();
    this.#runClock();
  }

  #tellTime(): void {
    for (const listener of this.#timeListeners) listener();
  }

  /** Runs one frame loop during playback, while somebody listens. */
  #runClock(): void {
    if (this.#ticking || this.#snapshot.state !== "playing" || this.#timeListeners.size === 0) return;
    this.#ticking = true;
    requestAnimationFrame(() => {
      this.#ticking = false;
      this.#tellTime();
      this.#runClock();
    });
  }
}
