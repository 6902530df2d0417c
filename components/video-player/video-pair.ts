import { isPlaying } from "@/components/player/player-state";
import {
  frameAt,
  momentOfFrame,
  type FrameClock,
  releasePlayback,
  claimPlayback,
  type Pausable,
  lastMoment,
  type VideoSnapshot,
  type VideoTransport,
} from "./video-transport";
import type { VideoDeck } from "./video-deck";

/** Further apart than this, the follower seeks; closer, it plays a little faster or slower. */
const jumpSeconds = 0.25;
/** Closer than this, the videos are in step. */
const inStepSeconds = 0.01;
/** Change of speed per second of difference. */
const rateGain = 0.9;
const maximumRateChange = 0.12;

/** What a pair needs of each video. */
type PairedDeck = Pick<
  VideoDeck,
  | "clock"
  | "hasSound"
  | "isReady"
  | "subscribe"
  | "getSnapshot"
  | "subscribeTime"
  | "getSeconds"
  | "listBuffered"
  | "play"
  | "pause"
  | "seek"
  | "setRate"
  | "setTemporaryRate"
  | "setLoop"
  | "setVolume"
  | "setTemporaryMuted"
  | "retry"
>;

/**
 * Two videos as one: the longer one leads, the other follows within a fraction of a frame. The shorter one stays on its
 * last frame until the longer one ends. While one loads, both wait.
 */
export class VideoPair implements VideoTransport, Pausable {
  readonly clock: FrameClock | null;
  readonly hasSound: boolean;
  readonly #a: PairedDeck;
  readonly #b: PairedDeck;
  readonly #listeners = new Set<() => void>();
  #snapshot: VideoSnapshot;
  /** Whether the person wants playback, also while one video loads. */
  #playing = false;
  #audible: "a" | "b" = "a";

  constructor(a: PairedDeck, b: PairedDeck) {
    this.#a = a;
    this.#b = b;
    this.hasSound = a.hasSound || b.hasSound;
    this.#audible = a.hasSound || !b.hasSound ? "a" : "b";
    this.clock = joinClocks(a, b);
    this.#snapshot = this.#describe();
  }

  /** Keeps the videos in step; call it in an effect. Returns its cleanup. */
  readonly connect = (): (() => void) => {
    const synchronise = () => this.#synchronise();
    const keepInStep = () => this.#keepInStep();
    const unsubscribe = [
      this.#a.subscribe(synchronise),
      this.#b.subscribe(synchronise),
      this.#a.subscribeTime(keepInStep),
      this.#b.subscribeTime(keepInStep),
    ];
    this.setAudible(this.#audible);
    return () => {
      unsubscribe.forEach((each) => each());
      releasePlayback(this);
    };
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly getSnapshot = (): VideoSnapshot => this.#snapshot;

  readonly subscribeTime = (listener: () => void): (() => void) => {
    const unsubscribe = [this.#a.subscribeTime(listener), this.#b.subscribeTime(listener)];
    return () => unsubscribe.forEach((each) => each());
  };

  readonly getSeconds = (): number => this.#leader.getSeconds();

  readonly listBuffered = (): readonly (readonly [number, number])[] => this.#leader.listBuffered();

  /** Which video is audible. */
  get audible(): "a" | "b" {
    return this.#audible;
  }

  play(): void {
    claimPlayback(this);
    // After the end, the leader restarts and the follower with it.
    if (this.#leader.getSnapshot().state === "ended") this.seek(0);
    this.#playing = true;
    // Both within the same press: browsers require one for each element to play later.
    for (const deck of this.#playable) if (!this.#hasEnded(deck)) deck.play();
    this.#synchronise();
  }

  pause(): void {
    this.#playing = false;
    for (const deck of [this.#a, this.#b]) deck.pause();
    this.#align();
    this.#publish();
  }

  toggle(): void {
    if (this.#playing) this.pause();
    else this.play();
  }

  seek(seconds: number): void {
    // The leader first: the follower is aligned with its target.
    const leader = this.#leader;
    for (const deck of [leader, ...this.#playable.filter((each) => each !== leader)]) {
      deck.seek(Math.min(Math.max(0, seconds), lastMoment(deck)));
    }
    this.#synchronise();
  }

  stepFrame(by: 1 | -1): void {
    if (!this.clock) return;
    this.pause();
    this.seek(momentOfFrame(frameAt(this.getSeconds(), this.clock) + by, this.clock));
  }

  setRate(rate: number): void {
    for (const deck of [this.#a, this.#b]) deck.setRate(rate);
  }

  setLoop(loop: boolean): void {
    // The follower loops with the leader.
    this.#leader.setLoop(loop);
    this.#publish();
  }

  setVolume(volume: number): void {
    this.#audibleDeck.setVolume(volume);
    this.#publish();
  }

  setMuted(muted: boolean): void {
    this.#audibleDeck.setTemporaryMuted(muted);
    this.#publish();
  }

  setAudible(side: "a" | "b"): void {
    const muted = this.#audibleDeck.getSnapshot().muted && this.#audibleDeck.hasSound;
    this.#audible = side;
    this.#a.setTemporaryMuted(side !== "a" || muted);
    this.#b.setTemporaryMuted(side !== "b" || muted);
    this.#publish();
  }

  retry(): void {
    for (const deck of [this.#a, this.#b]) if (deck.getSnapshot().problem) deck.retry();
    this.play();
  }

  get #audibleDeck(): PairedDeck {
    return this.#audible === "a" ? this.#a : this.#b;
  }

  /** Videos that can play: if one fails, the other still plays. */
  get #playable(): PairedDeck[] {
    return [this.#a, this.#b].filter((deck) => deck.getSnapshot().state !== "failed");
  }

  get #leader(): PairedDeck {
    const [first = this.#a, second] = this.#playable;
    if (!second) return first;
    return second.getSnapshot().durationSeconds > first.getSnapshot().durationSeconds ? second : first;
  }

  /** The shorter video has ended while the longer one continues. */
  #hasEnded(deck: PairedDeck): boolean {
    const leader = this.#leader;
    return deck !== leader && leader.getSeconds() >= lastMoment(deck);
  }

  /** Plays both when both are ready, and neither while one loads. */
  #synchronise(): void {
    const { state } = this.#leader.getSnapshot();
    if (this.#playing && (state === "ended" || state === "failed")) {
      this.#playing = false;
      for (const deck of this.#playable) deck.pause();
    }
    if (this.#playing) {
      const going = this.#playable.filter((deck) => !this.#hasEnded(deck));
      const ready = going.every(({ isReady }) => isReady);
      for (const deck of going) {
        const sounding = isPlaying(deck.getSnapshot().state);
        if (ready && !sounding) deck.play();
        // A video that is buffering keeps its play state: some browsers fetch only then.
        else if (!ready && sounding && deck.isReady) deck.pause();
      }
    }
    this.#publish();
  }

  #keepInStep(): void {
    const leader = this.#leader;
    const follower = this.#playable.find((deck) => deck !== leader);
    if (!follower || !this.#playing) return;
    const end = lastMoment(follower);
    const at = leader.getSeconds();
    if (at >= end) {
      if (isPlaying(follower.getSnapshot().state)) follower.pause();
      if (Math.abs(follower.getSeconds() - end) > inStepSeconds) follower.seek(end);
      return;
    }
    if (!leader.isReady || !follower.isReady) return;
    const ahead = follower.getSeconds() - at;
    const { rate } = leader.getSnapshot();
    if (Math.abs(ahead) > jumpSeconds) {
      follower.seek(at);
      this.#synchronise();
    } else if (Math.abs(ahead) > inStepSeconds) {
      follower.setTemporaryRate(
        rate * (1 - Math.max(-maximumRateChange, Math.min(maximumRateChange, ahead * rateGain))),
      );
    } else {
      follower.setTemporaryRate(rate);
    }
    // A video that was paused while the other one loaded.
    if ([leader, follower].some((deck) => !isPlaying(deck.getSnapshot().state))) this.#synchronise();
  }

  /** While paused, both show the same moment. */
  #align(): void {
    const leader = this.#leader;
    const follower = this.#playable.find((deck) => deck !== leader);
    if (!follower || leader.getSnapshot().state === "idle") return;
    const at = this.clock
      ? momentOfFrame(frameAt(leader.getSeconds(), this.clock), this.clock)
      : leader.getSeconds();
    leader.seek(Math.min(at, lastMoment(leader)));
    follower.seek(Math.min(at, lastMoment(follower)));
  }

  #describe(): VideoSnapshot {
    const leader = this.#leader.getSnapshot();
    const isWaiting = this.#playing && this.#playable.some((deck) => !this.#hasEnded(deck) && !deck.isReady);
    const { volume, muted } = this.#audibleDeck.getSnapshot();
    return {
      ...leader,
      state:
        leader.state === "failed"
          ? "failed"
          : this.#playing
            ? isWaiting
              ? "waiting"
              : "playing"
            : leader.state,
      volume,
      muted,
    };
  }

  #publish(): void {
    const next = this.#describe();
    const before = this.#snapshot;
    const keys = Object.keys(next) as (keyof VideoSnapshot)[];
    if (keys.every((key) => next[key] === before[key])) return;
    this.#snapshot = next;
    for (const listener of this.#listeners) listener();
  }
}

/** The finer of the two frame rates, over the longer length. */
function joinClocks(a: PairedDeck, b: PairedDeck): FrameClock | null {
  if (!a.clock || !b.clock) return null;
  const frameRate = Math.max(a.clock.frameRate, b.clock.frameRate);
  const seconds = Math.max(a.clock.frameCount / a.clock.frameRate, b.clock.frameCount / b.clock.frameRate);
  return { frameRate, frameCount: Math.round(seconds * frameRate) };
}
