import { type PlayerPorts, silentSnapshot, type PlayerSnapshot } from "./player-state";

/**
 * What the player tells of itself: snapshots of all but the time, and the time to listeners of its own, so that four
 * changes a second redraw only what shows it.
 */
export class PlayerStore {
  readonly #requestFrame: PlayerPorts["requestFrame"];
  #snapshot = silentSnapshot;
  readonly #listeners = new Set<() => void>();
  readonly #timeListeners = new Set<() => void>();
  #ticking = false;

  constructor(requestFrame: PlayerPorts["requestFrame"]) {
    this.#requestFrame = requestFrame;
  }

  get snapshot(): PlayerSnapshot {
    return this.#snapshot;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Called on every frame while it plays, and whenever the position jumps. */
  subscribeTime(listener: () => void): () => void {
    this.#timeListeners.add(listener);
    this.#runClock();
    return () => this.#timeListeners.delete(listener);
  }

  set(patch: Partial<PlayerSnapshot>): void {
    const before = this.#snapshot;
    const changed = (Object.keys(patch) as (keyof PlayerSnapshot)[]).some(
      (key) => patch[key] !== before[key],
    );
    if (!changed) return;
    this.#snapshot = { ...before, ...patch };
    for (const listener of this.#listeners) listener();
    this.#runClock();
  }

  tellTime(): void {
    for (const listener of this.#timeListeners) listener();
  }

  /** One frame loop while it plays and somebody looks. */
  #runClock(): void {
    if (this.#ticking || this.#snapshot.state !== "playing" || this.#timeListeners.size === 0) return;
    this.#ticking = true;
    this.#requestFrame(() => {
      this.#ticking = false;
      this.tellTime();
      this.#runClock();
    });
  }
}
