import type { Peaks } from "../peaks";
import type { PlaybackProblem } from "../player-state";
import { GrowingPeaks, type DecodePiece } from "./growing-peaks";

interface LiveSoundPorts {
  fetch: typeof fetch;
  decode: DecodePiece;
  whenIdle: () => Promise<void>;
  /** Resolves after that time. */
  delay: (milliseconds: number) => Promise<void>;
}

/** What the wave of a stream and its feeding know of it. */
export interface LiveSoundSnapshot {
  /** `open`: more may come. `broken`: the connection ended before the sound did, and stayed so. */
  state: "open" | "complete" | "broken";
  problem: PlaybackProblem | null;
  /** Length of what is here. */
  seconds: number;
  peaks: Peaks;
}

/** Waits before a broken connection is opened anew; after the last one the sound counts as broken off. */
const reopenDelaysMs = [500, 1_000, 2_000, 4_000, 8_000] as const;

/**
 * An MP3 in the making: one request of the tab, whoever shows or plays it. The bytes stay here, so that somebody who
 * joins later begins at the beginning. A connection that breaks is opened anew, and what is here already passed over.
 */
export class LiveSound {
  /** All that has come, in the pieces in which it came. */
  readonly chunks: Uint8Array<ArrayBuffer>[] = [];
  readonly #url: string;
  readonly #ports: LiveSoundPorts;
  readonly #peaks: GrowingPeaks;
  readonly #listeners = new Set<() => void>();
  readonly #controller = new AbortController();
  #bytes = 0;
  #snapshot: LiveSoundSnapshot;

  constructor(url: string, ports: LiveSoundPorts) {
    this.#url = url;
    this.#ports = ports;
    this.#peaks = new GrowingPeaks({
      decode: ports.decode,
      whenIdle: ports.whenIdle,
      onGrown: () => this.#tell({ peaks: this.#peaks.peaks }),
    });
    this.#snapshot = { state: "open", problem: null, seconds: 0, peaks: this.#peaks.peaks };
  }

  readonly getSnapshot = (): LiveSoundSnapshot => this.#snapshot;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Fetches until all is here, the studio refuses, or the connection stays broken. */
  async open(): Promise<void> {
    for (const delayMs of [...reopenDelaysMs, null]) {
      const outcome = await this.#receive();
      if (this.#controller.signal.aborted) return;
      if (outcome !== "interrupted") {
        this.#peaks.end();
        this.#tell(outcome === "complete" ? { state: "complete" } : { state: "broken", problem: outcome });
        return;
      }
      if (delayMs === null) break;
      await this.#ports.delay(delayMs);
      if (this.#controller.signal.aborted) return;
    }
    this.#peaks.end();
    this.#tell({ state: "broken", problem: this.#bytes > 0 ? "broke-off" : "unreachable" });
  }

  close(): void {
    this.#controller.abort();
    this.#listeners.clear();
  }

  async #receive(): Promise<"complete" | "interrupted" | PlaybackProblem> {
    const { signal } = this.#controller;
    let passOver = this.#bytes;
    try {
      const response = await this.#ports.fetch(this.#url, { signal, cache: "no-store" });
      if (response.status === 401) return "signed-out";
      if (response.status === 404 || response.status === 410) return "gone";
      if (!response.ok || !response.body) return "interrupted";
      const reader = response.body.getReader();
      for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
        if (!value) continue;
        const fresh = value.subarray(Math.min(passOver, value.length));
        passOver -= value.length - fresh.length;
        if (fresh.length > 0) this.#take(fresh.slice());
      }
      return "complete";
    } catch (error) {
      // A fetch that fails, or whose body ends before its end, throws a TypeError; an aborted one an AbortError.
      if (signal.aborted || error instanceof TypeError) return "interrupted";
      throw error;
    }
  }

  #take(chunk: Uint8Array<ArrayBuffer>): void {
    this.chunks.push(chunk);
    this.#bytes += chunk.length;
    this.#peaks.push(chunk);
    this.#tell({ seconds: this.#peaks.seconds });
  }

  #tell(patch: Partial<LiveSoundSnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...patch };
    for (const listener of this.#listeners) listener();
  }
}

interface Held {
  sound: LiveSound;
  holders: number;
}

const held = new Map<string, Held>();

/**
 * A browser gives six connections to one HTTP/1.1 host, for all its tabs together. Rows that only show a stream take no
 * more than this; what is played always gets one.
 */
const shownAtOnce = 2;

/** Low enough to be decoded quickly, high enough for its peaks to be true. */
const decodeRateHz = 22_050;
let context: OfflineAudioContext | undefined;

async function decode(bytes: Uint8Array<ArrayBuffer>) {
  context ??= new OfflineAudioContext(1, 1, decodeRateHz);
  const audio = await context.decodeAudioData(bytes.buffer);
  return { samples: audio.getChannelData(0), sampleRateHz: audio.sampleRate };
}

function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ("requestIdleCallback" in window) requestIdleCallback(() => resolve(), { timeout: 500 });
    else setTimeout(resolve, 50);
  });
}

/** The one stream of a sound in the making for this tab; it ends when the last holder lets it go. */
export function holdLiveSound(id: string, url: string): { sound: LiveSound; release: () => void } {
  let entry = held.get(id);
  if (!entry) {
    const sound = new LiveSound(url, {
      fetch: (input, init) => fetch(input, init),
      decode,
      whenIdle,
      delay: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    });
    entry = { sound, holders: 0 };
    held.set(id, entry);
    void sound.open();
  }
  const own = entry;
  own.holders += 1;
  let released = false;
  return {
    sound: own.sound,
    release() {
      if (released) return;
      released = true;
      own.holders -= 1;
      if (own.holders > 0) return;
      own.sound.close();
      held.delete(id);
    },
  };
}

/** Whether a row may open a stream just to show it. */
export function mayShowLiveSound(id: string): boolean {
  return held.has(id) || held.size < shownAtOnce;
}
