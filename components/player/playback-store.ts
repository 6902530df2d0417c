import type { PlaybackState } from "./player-state";

/**
 * The published state of a player, for its class to extend. The position has its own listeners, so that its frequent changes re-render only what
 * shows it.
 */
export class PlaybackStore<Snapshot extends { state: PlaybackState }> {
  readonly #requestFrame: (callback: () => void) => void;
  #snapshot: Snapshot;
  readonly #listeners = new Set<() => void>();
  readonly #timeListeners = new Set<() => void>();
  #ticking = false;

  constructor(initial: Snapshot, requestFrame: (callback: () => void) => void) {
    this.#snapshot = initial;
    this.#requestFrame = requestFrame;
  }

  protected get snapshot(): Snapshot {
    return this.#snapshot;
  }

  readonly getSnapshot = (): Snapshot => this.#snapshot;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Called on every frame during playback, and when the position jumps. */
  readonly subscribeTime = (listener: () => void): (() => void) => {
    this.#timeListeners.add(listener);
    this.#runClock();
    return () => this.#timeListeners.delete(listener);
  };

  protected set(patch: Partial<Snapshot>): void {
    const before = this.#snapshot;
    const changed = (Object.keys(patch) as (keyof Snapshot)[]).some((key) => patch[key] !== before[key]);
    if (!changed) return;
    this.#snapshot = { ...before, ...patch };
    for (const listener of this.#listeners) listener();
    this.#runClock();
  }

  protected notifyTime(): void {
    for (const listener of this.#timeListeners) listener();
  }

  /** Runs one frame loop during playback, while somebody listens. */
  #runClock(): void {
    if (this.#ticking || this.#snapshot.state !== "playing" || this.#timeListeners.size === 0) return;
    this.#ticking = true;
    this.#requestFrame(() => {
      this.#ticking = false;
      this.notifyTime();
      this.#runClock();
    });
  }
}
