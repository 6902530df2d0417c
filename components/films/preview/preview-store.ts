import type { Levels } from "./sound/level-meter";

/** What the preview shows besides the film. */
export interface PreviewState {
  isLooping: boolean;
  showsSafeAreas: boolean;
  /** From 0 to 1; kept while muted. */
  volume: number;
  isMuted: boolean;
  /** A picture has been awaited for longer than a moment. */
  isWaiting: boolean;
  /** The code that draws couldn't be loaded. */
  hasFailed: boolean;
}

const storageKey = "reverie.film-preview";

/** The state of a preview, outside of React, with its own listeners for what changes with every frame. */
export class PreviewStore {
  #state: PreviewState = {
    isLooping: false,
    showsSafeAreas: false,
    ...readVolume(),
    isWaiting: false,
    hasFailed: false,
  };
  readonly #listeners = new Set<() => void>();
  readonly #levelListeners = new Set<(levels: Levels) => void>();

  readonly read = (): PreviewState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  set(changes: Partial<PreviewState>): void {
    const before = this.#state;
    const names = Object.keys(changes) as (keyof PreviewState)[];
    if (names.every((name) => changes[name] === before[name])) return;
    this.#state = { ...before, ...changes };
    if ("volume" in changes || "isMuted" in changes) writeVolume(this.#state);
    for (const listener of this.#listeners) listener();
  }

  /** Hears how loud the film is, while it plays. */
  subscribeLevels(listener: (levels: Levels) => void): () => void {
    this.#levelListeners.add(listener);
    return () => this.#levelListeners.delete(listener);
  }

  get wantsLevels(): boolean {
    return this.#levelListeners.size > 0;
  }

  tellLevels(levels: Levels): void {
    for (const listener of this.#levelListeners) listener(levels);
  }
}

type Volume = Pick<PreviewState, "volume" | "isMuted">;

function readVolume(): Volume {
  const full = { volume: 1, isMuted: false };
  if (typeof localStorage === "undefined") return full;
  try {
    const stored = JSON.parse(localStorage.getItem(storageKey) ?? "null") as Partial<Volume> | null;
    const volume = Number(stored?.volume ?? Number.NaN);
    return volume >= 0 && volume <= 1 ? { volume, isMuted: stored?.isMuted === true } : full;
  } catch {
    // Storage may be disabled, and its text may be invalid.
    return full;
  }
}

function writeVolume({ volume, isMuted }: Volume): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ volume, isMuted }));
  } catch {
    // Storage is full or disabled: applies to this page only.
  }
}
