import { isSounding } from "@/components/player/player-state";
import {
  frameAt,
  momentOfFrame,
  type FrameClock,
  leaveScreen,
  takeScreen,
  type Showing,
  lastMoment,
  type VideoSnapshot,
  type VideoTransport,
} from "./video-transport";
import type { VideoDeck } from "./video-deck";

/** Further apart than this, the follower seeks; closer, it plays a little faster or slower. */
const jumpSeconds = 0.25;
/** Closer than this, the videos are in step. */
const closeSeconds = 0.01;
/** Change of speed per second of difference. */
const bend = 0.9;
const largestBend = 0.12;

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
  | "bendRate"
  | "setLoop"
  | "setVolume"
  | "silence"
  | "retry"
>;

/**
 * Two videos as one: the longer one leads, the other follows within a fraction of a frame. The shorter one stays on its
 * last frame until the longer one ends. While one loads, both wait.
 */
export class VideoPair implements VideoTransport, Showing {
  readonly clock: FrameClock | null;
  readonly hasSound: boolean;
  readonly #a: PairedDeck;
  readonly #b: PairedDeck;
  readonly #listeners = new Set<() => void>();
  #snapshot: VideoSnapshot;
  /** Whether the person wants playback, also while one video loads. */
  #playing = false;
  #heard: "a" | "b" = "a";

  constructor(a: PairedDeck, b: PairedDeck) {
    this.#a = a;
    this.#b = b;
    this.hasSound = a.hasSound || b.hasSound;
    this.#heard = a.hasSound || !b.hasSound ? "a" : "b";
    this.clock = joinClocks(a, b);
    this.#snapshot = this.#describe();
  }

  /** Keeps the videos in step; call it in an effect. Returns its cleanup. */
  readonly connect = (): (() => void) => {
    const settle = () => this.#settle();
    const keep = () => this.#keepInStep();
    const leave = [
      this.#a.subscribe(settle),
      this.#b.subscribe(settle),
      this.#a.subscribeTime(keep),
      this.#b.subscribeTime(keep),
    ];
    this.hear(this.#heard);
    return () => {
      leave.forEach((each) => each());
      leaveScreen(this);
    };
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly getSnapshot = (): VideoSnapshot => this.#snapshot;

  readonly subscribeTime = (listener: () => void): (() => void) => {
    const leave = [this.#a.subscribeTime(listener), this.#b.subscribeTime(listener)];
    return () => leave.forEach((each) => each());
  };

  readonly getSeconds = (): number => this.#leader.getSeconds();

  readonly listBuffered = (): readonly (readonly [number, number])[] => this.#leader.listBuffered();

  /** Which video is audible. */
  get heard(): "a" | "b" {
    return this.#heard;
  }

  play(): void {
    takeScreen(this);
    // After the end, the leader restarts and the follower with it.
    if (this.#leader.getSnapshot().state === "ended") this.seek(0);
    this.#playing = true;
    // Both within the same press: browsers require one for each element to play later.
    for (const deck of this.#able) if (!this.#isOver(deck)) deck.play();
    this.#settle();
  }

  pause(): void {
    this.#playing = false;
    for (const deck of [this.#a, this.#b]) deck.pause();
    this.#align();
    this.#tell();
  }

  toggle(): void {
    if (this.#playing) this.pause();
    else this.play();
  }

  seek(seconds: number): void {
    // The leader first: the follower is aligned with its target.
    const leader = this.#leader;
    for (const deck of [leader, ...this.#able.filter((each) => each !== leader)]) {
      deck.seek(Math.min(Math.max(0, seconds), lastMoment(deck)));
    }
    this.#settle();
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
    this.#tell();
  }

  setVolume(volume: number): void {
    this.#heardDeck.setVolume(volume);
    this.#tell();
  }

  setMuted(muted: boolean): void {
    this.#heardDeck.silence(muted);
    this.#tell();
  }

  hear(side: "a" | "b"): void {
    const muted = this.#heardDeck.getSnapshot().muted && this.#heardDeck.hasSound;
    this.#heard = side;
    this.#a.silence(side !== "a" || muted);
    this.#b.silence(side !== "b" || muted);
    this.#tell();
  }

  retry(): void {
    for (const deck of [this.#a, this.#b]) if (deck.getSnapshot().problem) deck.retry();
    this.play();
  }

  get #heardDeck(): PairedDeck {
    return this.#heard === "a" ? this.#a : this.#b;
  }

  /** Videos that can play: if one fails, the other still plays. */
  get #able(): PairedDeck[] {
    return [this.#a, this.#b].filter((deck) => deck.getSnapshot().state !== "failed");
  }

  get #leader(): PairedDeck {
    const [first = this.#a, second] = this.#able;
    if (!second) return first;
    return second.getSnapshot().durationSeconds > first.getSnapshot().durationSeconds ? second : first;
  }

  /** The shorter video has ended while the longer one continues. */
  #isOver(deck: PairedDeck): boolean {
    const leader = this.#leader;
    return deck !== leader && leader.getSeconds() >= lastMoment(deck);
  }

  /** Plays both when both are ready, and neither while one loads. */
  #settle(): void {
    const { state } = this.#leader.getSnapshot();
    if (this.#playing && (state === "ended" || state === "failed")) {
      this.#playing = false;
      for (const deck of this.#able) deck.pause();
    }
    if (this.#playing) {
      const going = this.#able.filter((deck) => !this.#isOver(deck));
      const ready = going.every(({ isReady }) => isReady);
      for (const deck of going) {
        const sounding = isSounding(deck.getSnapshot().state);
        if (ready && !sounding) deck.play();
        // What waits itself stays told to play: some browsers fetch for nothing else.
        else if (!ready && sounding && deck.isReady) deck.pause();
      }
    }
    this.#tell();
  }

  #keepInStep(): void {
    const leader = this.#leader;
    const follower = this.#able.find((deck) => deck !== leader);
    if (!follower || !this.#playing) return;
    const end = lastMoment(follower);
    const at = leader.getSeconds();
    if (at >= end) {
      if (isSounding(follower.getSnapshot().state)) follower.pause();
      if (Math.abs(follower.getSeconds() - end) > closeSeconds) follower.seek(end);
      return;
    }
    if (!leader.isReady || !follower.isReady) return;
    const ahead = follower.getSeconds() - at;
    const { rate } = leader.getSnapshot();
    if (Math.abs(ahead) > jumpSeconds) {
      follower.seek(at);
      this.#settle();
    } else if (Math.abs(ahead) > closeSeconds) {
      follower.bendRate(rate * (1 - Math.max(-largestBend, Math.min(largestBend, ahead * bend))));
    } else {
      follower.bendRate(rate);
    }
    // A video that was paused while the other one loaded.
    if ([leader, follower].some((deck) => !isSounding(deck.getSnapshot().state))) this.#settle();
  }

  /** While paused, both show the same moment. */
  #align(): void {
    const leader = this.#leader;
    const follower = this.#able.find((deck) => deck !== leader);
    if (!follower || leader.getSnapshot().state === "idle") return;
    const at = this.clock
      ? momentOfFrame(frameAt(leader.getSeconds(), this.clock), this.clock)
      : leader.getSeconds();
    leader.seek(Math.min(at, lastMoment(leader)));
    follower.seek(Math.min(at, lastMoment(follower)));
  }

  #describe(): VideoSnapshot {
    const leader = this.#leader.getSnapshot();
    const waits = this.#playing && this.#able.some((deck) => !this.#isOver(deck) && !deck.isReady);
    const { volume, muted } = this.#heardDeck.getSnapshot();
    return {
      ...leader,
      state:
        leader.state === "failed" ? "failed" : this.#playing ? (waits ? "waiting" : "playing") : leader.state,
      volume,
      muted,
    };
  }

  #tell(): void {
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
